package org.slrm.internal.likelihood;

import java.util.Arrays;

/** Posterior tables for features alone, all of weight one. */
final class FeatureTables {
  private FeatureTables() {}

  static Posterior.Tables of(Factors x) {
    double[] omega = new double[x.columns()];
    Arrays.fill(omega, 1);
    return new Posterior.Tables(x, omega);
  }
}
