package org.slrm.internal.predict;

import java.util.List;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.result.ModelState;

/** A fitted predictor in scaled units. Immutable; each thread has its own {@link RowSolver}. */
public interface Member {
  /** Number of features. */
  int features();

  /** Number of targets. */
  int targets();

  /** Prediction of a target when nothing is observed, the reference of contributions. */
  double intercept(int target);

  /** A new row solver with its own workspace, for one thread. */
  RowSolver rowSolver();

  /** Number of non-zero coefficients of w or β for a target. */
  int nonZeros(int target);

  /** Whether {@link RowSolver#impute} is better than column means. */
  default boolean imputes() {
    return true;
  }

  /** Whether predictions are nonlinear for rows of one pattern. */
  default boolean nonlinear() {
    return true;
  }

  /** Whether it models every missingness pattern, so that no rows need thinning (N-5). */
  default boolean modelsPatterns() {
    return false;
  }

  /** How missingness depends on the value of each feature; empty where it is ignorable. */
  default List<MaskingCurve> curves() {
    return List.of();
  }

  /** The member as plain values, with its kind under {@code "kind"}. */
  ModelState state();
}
