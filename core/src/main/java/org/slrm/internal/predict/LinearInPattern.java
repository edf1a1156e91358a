package org.slrm.internal.predict;

/**
 * A member that is linear for a given set of observed features:
 *
 * <pre>ŷ_t = intercept(t) + offset(t) + Σ_{j observed} c_tj (x_j − center(j))</pre>
 *
 * It supplies coefficients per pattern; {@link LinearRows} predicts rows for all such members.
 */
public interface LinearInPattern extends Member {
  @Override
  default boolean nonlinear() {
    return false;
  }

  /** Mean of feature j as this member sees it. */
  double center(int j);

  /** A new solver of patterns with its own workspace, for one thread. */
  PatternSolver patternSolver();

  @Override
  default RowSolver rowSolver() {
    return new LinearRows(this);
  }
}
