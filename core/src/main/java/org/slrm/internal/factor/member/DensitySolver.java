package org.slrm.internal.factor.member;

import org.slrm.internal.predict.PatternSolver;

/** Answers for one pattern after another, and how likely a row of it is. */
public interface DensitySolver extends PatternSolver {
  /** Log density of the observed entries, given as x − center. */
  double logDensity(double[] residual);

  /** What each observed entry adds to the log density, to the first m of {@code out}. */
  void logDensities(double[] residual, double[] out);

  /**
   * Covariance of the label's predictable part with each missing feature given the observed ones; 0
   * where a feature is observed.
   */
  void covariances(int target, double[] out);
}
