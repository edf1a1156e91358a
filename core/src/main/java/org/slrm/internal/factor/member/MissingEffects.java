package org.slrm.internal.factor.member;

import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.SelfMasking;
import org.slrm.internal.factor.Whitening;

/**
 * What self-masking adds to the factor model of a row given which entries are missing (N-8): the
 * means of all values, observed or not, as the reference of contributions, and the pull of a
 * missing entry,
 *
 * <pre>k_j = c₁ + 2c₂μ_j,   effect of missing x_j on a prediction = k_j Cov(prediction, x_j | x_Ω)
 * </pre>
 *
 * @param mean mean of each feature over all its values
 * @param pull k_j; empty where missingness is ignorable
 * @param scores mean of the scores over all rows; empty where missingness is ignorable
 */
record MissingEffects(double[] mean, double[] pull, double[] scores) {
  private static final double[] NONE = {};

  static MissingEffects of(Factors x) {
    if (x.curves().isEmpty()) {
      return new MissingEffects(x.mu(), NONE, NONE);
    }
    Whitening all = SelfMasking.allRows(x);
    double[] mean = SelfMasking.allValues(x, all).mu();
    double[] pull = new double[mean.length];
    for (int j = 0; j < pull.length; j++) {
      pull[j] = x.curves().get(j).c1() - x.curves().get(j).precision() * mean[j];
    }
    return new MissingEffects(mean, pull, all.nu());
  }

  /** Whether some feature may be missing because of its value. */
  boolean any() {
    return pull.length > 0;
  }
}
