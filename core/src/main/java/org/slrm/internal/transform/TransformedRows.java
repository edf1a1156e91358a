package org.slrm.internal.transform;

import java.util.Arrays;
import org.slrm.internal.predict.InnerRows;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.special.Quadrature;

/**
 * Rows of a {@link TransformedMember}. Predictions, variances and contributions are the inner
 * member's; imputed values are transformed back.
 */
final class TransformedRows extends InnerRows {
  private final FeatureTransforms curves;
  private final double[] u;
  private int[] observed = new int[0];
  private int m;

  TransformedRows(FeatureTransforms curves, RowSolver inner) {
    super(inner);
    this.curves = curves;
    u = new double[curves.features()];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    super.pattern(pattern, count);
  }

  @Override
  public void row(double[] values) {
    for (int e = 0; e < m; e++) {
      u[e] = curves.curve(observed[e]).value(values[e]);
    }
    super.row(u);
  }

  /** Uses the transform's slope over a step of 1, as for linear members. */
  @Override
  public void addSlopes(int target, double share, double[] out) {
    double[] slope = new double[m];
    super.addSlopes(target, share, slope);
    for (int e = 0; e < m; e++) {
      ColumnTransform curve = curves.curve(observed[e]);
      out[e] += slope[e] * (curve.value(1) - curve.value(0));
    }
  }

  /** Mean and variance of the inverse transform of a normal variable. */
  @Override
  public void impute(double[] mean, double[] variance) {
    super.impute(mean, variance);
    double[] at = new double[Quadrature.NORMAL.nodes().length];
    for (int j = 0; j < mean.length; j++) {
      double deviation = Math.sqrt(Math.max(0, variance[j]));
      double center = mean[j];
      ColumnTransform curve = curves.curve(j);
      Arrays.setAll(at, k -> curve.inverse(center + deviation * Quadrature.NORMAL.nodes()[k]));
      mean[j] = 0;
      for (int k = 0; k < at.length; k++) {
        mean[j] += Quadrature.NORMAL.weights()[k] * at[k];
      }
      variance[j] = 0;
      for (int k = 0; k < at.length; k++) {
        double apart = at[k] - mean[j];
        variance[j] += Quadrature.NORMAL.weights()[k] * apart * apart;
      }
    }
  }
}
