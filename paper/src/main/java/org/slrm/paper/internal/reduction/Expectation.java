package org.slrm.paper.internal.reduction;

/** Conditional expectation of the inputs of one row after another. */
interface Expectation {
  /** Writes the inputs of row i to u: observed ones unchanged, the others at their expectation. */
  MissingInputs row(int i, double[] u);

  /**
   * The missing inputs of a row.
   *
   * @param indices the inputs, increasing
   * @param covariance their covariance, row-major
   */
  record MissingInputs(int[] indices, double[] covariance) {}
}
