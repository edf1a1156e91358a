package org.slrm.internal.factor.member;

import org.slrm.internal.predict.PatternSolver;

/** Predicts rows of one pattern after another and computes the density of a row. */
public interface DensitySolver extends PatternSolver {
  /** Log density of the observed entries, given as x − center. */
  double logDensity(double[] residual);

  /** The term of each observed entry in the log density, in the first m of {@code out}. */
  void logDensities(double[] residual, double[] out);

  /** Covariance of each missing feature with the label's predictable part; 0 if observed. */
  void covariances(int target, double[] out);
}
