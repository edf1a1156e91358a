package org.slrm.paper.internal.reduction;

/** Conditional expectation of the inputs of one row after another. */
interface Expectation {
  /** Takes row i: its inputs, known ones unchanged, the others at their expectation. */
  void row(int i, double[] u);

  /** The missing inputs of the row, increasing. */
  int[] missing();

  /** Covariance of these, row-major. */
  double[] covariance();
}
