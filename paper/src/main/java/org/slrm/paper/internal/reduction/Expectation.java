package org.slrm.paper.internal.reduction;

/** What is expected of the inputs of one row after another, given what it shows. */
interface Expectation {
  /** Takes row i: its inputs, known ones as they are, the others at their expectation. */
  void row(int i, double[] u);

  /** The inputs that the row does not show, rising. */
  int[] missing();

  /** Covariance of these, row-major. */
  double[] covariance();
}
