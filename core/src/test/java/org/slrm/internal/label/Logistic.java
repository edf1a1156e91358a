package org.slrm.internal.label;

import org.slrm.data.Scaling;

/**
 * Two classes, 0 and 1, with P(y = 1) = σ(η): a label that is not quadratic, to try what every
 * label goes through.
 */
public final class Logistic implements Label {
  /** The label. */
  public static final Logistic LABEL = new Logistic();

  @Override
  public String name() {
    return "two classes";
  }

  @Override
  public Scaling.Kind scaling(Scaling.Kind features) {
    return Scaling.Kind.NONE;
  }

  @Override
  public double mean(double eta) {
    return 1 / (1 + Math.exp(-eta));
  }

  @Override
  public double link(double mean) {
    return Math.log(mean / (1 - mean));
  }

  @Override
  public double deviance(double y, double eta) {
    return 2 * (Math.log1p(Math.exp(eta)) - y * eta);
  }

  @Override
  public double gradient(double y, double eta) {
    return mean(eta) - y;
  }

  @Override
  public double curvature(double y, double eta) {
    return mean(eta) * (1 - mean(eta));
  }

  @Override
  public boolean quadratic() {
    return false;
  }

  @Override
  public double workingLabel(double y, double eta) {
    return eta - gradient(y, eta) / curvature(y, eta);
  }

  /** ỹ = (y − ½)/ω. */
  @Override
  public double pseudoLabel(double y, double secondMoment) {
    return (y - 0.5) / precision(y, secondMoment);
  }

  /** ω = tanh(ξ/2)/(2ξ). */
  @Override
  public double precision(double y, double secondMoment) {
    double xi = Math.sqrt(secondMoment);
    return xi < 1e-6 ? 0.25 : Math.tanh(xi / 2) / (2 * xi);
  }

  /** log σ(ξ) − ξ/2 + ωξ²/2 + (y − ½)²/(2ω). */
  @Override
  public double height(double y, double secondMoment) {
    double omega = precision(y, secondMoment);
    double xi = Math.sqrt(secondMoment);
    return -Math.log1p(Math.exp(-xi))
        - xi / 2
        + omega * secondMoment / 2
        + (y - 0.5) * (y - 0.5) / (2 * omega);
  }

  @Override
  public boolean noisy() {
    return false;
  }

  @Override
  public double startNoise(double variance) {
    return 1;
  }

  @Override
  public double score(double y, double mean, double variance) {
    return -Math.log(y > 0.5 ? mean : 1 - mean);
  }

  @Override
  public double surprise(double y, double mean, double standardError) {
    return 1 - (y > 0.5 ? mean : 1 - mean);
  }
}
