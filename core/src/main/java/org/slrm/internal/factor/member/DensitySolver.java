package org.slrm.internal.factor.member;

import org.slrm.internal.predict.PatternSolver;

/** Predicts rows of one pattern after another and computes the density of a row. */
public interface DensitySolver extends PatternSolver {
  /** Log density of the observed entries, given as x − center. */
  double logDensity(double[] residual);

  /** The term of each observed entry in the log density, in the first m of {@code out}. */
  void logDensities(double[] residual, double[] out);

  /**
   * Covariance of the label's predictable part with each missing feature given the observed ones; 0
   * where a feature is observed.
   */
  void covariances(int target, double[] out);
}
