package org.slrm.internal.predict;

import org.slrm.result.ModelState;

/**
 * One fitted predictor in scaled units. For a given set of observed features every member is
 * linear:
 *
 * <pre>ŷ_t = intercept(t) + offset(t) + Σ_{j observed} c_tj (x_j − center(j))</pre>
 *
 * so stacks, contributions and batch prediction are written once for all. Immutable.
 */
public interface Member {
  /** Number of features. */
  int features();

  /** Number of targets. */
  int targets();

  /** Prediction of a target when nothing is observed. */
  double intercept(int target);

  /** Mean of feature j as this member sees it. */
  double center(int j);

  /** A new solver of patterns with its own workspace, for one thread. */
  PatternSolver patternSolver();

  /**
   * Number of parameters that are not zero, in the terms the user reads (coefficients of w or β)
   * for a target.
   */
  int nonZeros(int target);

  /** Whether {@link PatternSolver#complete} knows more than column means. */
  boolean completes();

  /** The member taken apart, with its kind under {@code "kind"}. */
  ModelState state();
}
