package org.slrm.internal.predict;

import org.slrm.result.ModelState;

/**
 * One fitted predictor in scaled units. Immutable; a {@link RowSolver} of its own answers rows for
 * each thread.
 */
public interface Member {
  /** Number of features. */
  int features();

  /** Number of targets. */
  int targets();

  /** Prediction of a target when nothing is observed: what contributions are measured from. */
  double intercept(int target);

  /** A new solver of rows with its own workspace, for one thread. */
  RowSolver rowSolver();

  /**
   * Number of parameters that are not zero, in the terms the user reads (coefficients of w or β)
   * for a target.
   */
  int nonZeros(int target);

  /** Whether {@link RowSolver#impute} knows more than column means. */
  boolean completes();

  /** Whether predictions are no linear rule for rows of one pattern. */
  default boolean nonlinear() {
    return true;
  }

  /**
   * Whether it models every missingness pattern, so that rows with far more known entries than
   * training rows need no thinning (N-5).
   */
  default boolean modelsPatterns() {
    return false;
  }

  /** The member taken apart, with its kind under {@code "kind"}. */
  ModelState state();
}
