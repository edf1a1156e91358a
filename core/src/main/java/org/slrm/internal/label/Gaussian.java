package org.slrm.internal.label;

import org.slrm.data.Scaling;

/** A number with Gaussian noise: deviance (y − η)². */
public final class Gaussian implements IdentityLink {
  /** The label. */
  public static final Gaussian LABEL = new Gaussian();

  private static final long serialVersionUID = 1;

  /** Smallest noise variance at the start of a likelihood fit, in scaled units. */
  static final double MIN_START = 1e-3;

  private Gaussian() {}

  @Override
  public String name() {
    return "numeric";
  }

  @Override
  public Scaling.Kind scaling(Scaling.Kind features) {
    return features;
  }

  @Override
  public double deviance(double y, double eta) {
    double r = y - eta;
    return r * r;
  }

  @Override
  public double gradient(double y, double eta) {
    return eta - y;
  }

  @Override
  public double curvature(double y, double eta) {
    return 1;
  }

  @Override
  public boolean quadratic() {
    return true;
  }

  @Override
  public double workingLabel(double y, double eta) {
    return y;
  }

  @Override
  public void entry(double y, double eta, double variance, double noise, Entry out) {
    out.set(y, 1, 0);
  }

  @Override
  public double startNoise(double variance) {
    return Math.max(variance, MIN_START);
  }

  private Object readResolve() {
    return LABEL;
  }
}
