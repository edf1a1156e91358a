package org.slrm.internal.regression.family;

import org.slrm.data.Scaling;
import org.slrm.internal.label.Label;

/** Counts with mean e^η. */
final class PoissonLabel implements Label {
  static final PoissonLabel LABEL = new PoissonLabel();

  @Override
  public String name() {
    return "counts";
  }

  @Override
  public Scaling.Kind scaling(Scaling.Kind features) {
    return Scaling.Kind.NONE;
  }

  @Override
  public double mean(double eta) {
    return Math.exp(eta);
  }

  @Override
  public double link(double mean) {
    return Math.log(mean);
  }

  @Override
  public double deviance(double y, double eta) {
    return 2 * (y > 0 ? y * (Math.log(y) - eta) - (y - Math.exp(eta)) : Math.exp(eta));
  }

  @Override
  public double gradient(double y, double eta) {
    return Math.exp(eta) - y;
  }

  @Override
  public double curvature(double y, double eta) {
    return Math.exp(eta);
  }

  @Override
  public boolean quadratic() {
    return false;
  }

  @Override
  public double workingLabel(double y, double eta) {
    return eta - gradient(y, eta) / curvature(y, eta);
  }

  @Override
  public double pseudoLabel(double y, double secondMoment) {
    return 0;
  }

  @Override
  public double precision(double y, double secondMoment) {
    return 1;
  }

  @Override
  public double height(double y, double secondMoment) {
    return 0;
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
    return 0;
  }

  @Override
  public double surprise(double y, double mean, double standardError) {
    return 0;
  }
}
