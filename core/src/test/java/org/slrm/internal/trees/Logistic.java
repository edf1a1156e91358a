package org.slrm.internal.trees;

import org.slrm.data.Scaling;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;

/** Labels 0 and 1, as far as boosting asks: deviance, gradient, curvature, link. */
final class Logistic implements Label {
  @Override
  public String name() {
    return "logistic";
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

  @Override
  public double pseudoLabel(double y, double secondMoment) {
    return y;
  }

  @Override
  public double precision(double y, double secondMoment) {
    return 1;
  }

  @Override
  public double startNoise(double variance) {
    return variance;
  }

  @Override
  public double score(double y, double mean, double variance) {
    return deviance(y, link(mean));
  }

  @Override
  public String scoreName() {
    return "deviance";
  }

  @Override
  public double surprise(double y, double mean, double standardError) {
    return Gaussian.LABEL.surprise(y, mean, standardError);
  }
}
