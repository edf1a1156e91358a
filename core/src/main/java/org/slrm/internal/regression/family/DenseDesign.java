package org.slrm.internal.regression.family;

import org.slrm.internal.regression.FoldedProblem;

/**
 * A dense row-major table of regressors.
 *
 * @param values the numbers
 * @param columns regressors per row
 */
public record DenseDesign(double[] values, int columns) implements FoldedProblem.Design {
  @Override
  public double[] rows(int[] indices) {
    double[] out = new double[indices.length * columns];
    for (int r = 0; r < indices.length; r++) {
      System.arraycopy(values, indices[r] * columns, out, r * columns, columns);
    }
    return out;
  }
}
