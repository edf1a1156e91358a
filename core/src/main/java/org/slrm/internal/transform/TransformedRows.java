package org.slrm.internal.transform;

import java.util.Arrays;
import org.slrm.internal.predict.InnerRows;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.special.Quadrature;

/** Rows of a {@link TransformedMember}: the inner member's, with imputations transformed back. */
final class TransformedRows extends InnerRows {
  private final FeatureTransforms transforms;
  private final double[] u;
  private int[] observed = new int[0];
  private int m;

  TransformedRows(FeatureTransforms transforms, RowSolver inner) {
    super(inner);
    this.transforms = transforms;
    u = new double[transforms.features()];
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
      u[e] = transforms.transform(observed[e]).value(values[e]);
    }
    super.row(u);
  }

  /** Uses the transform's slope over a step of 1, as for linear members. */
  @Override
  public void addSlopes(int target, double fraction, double[] out) {
    double[] slope = new double[m];
    super.addSlopes(target, fraction, slope);
    for (int e = 0; e < m; e++) {
      ColumnTransform transform = transforms.transform(observed[e]);
      out[e] += slope[e] * (transform.value(1) - transform.value(0));
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
      ColumnTransform transform = transforms.transform(j);
      Arrays.setAll(at, k -> transform.inverse(center + deviation * Quadrature.NORMAL.nodes()[k]));
      mean[j] = 0;
      for (int k = 0; k < at.length; k++) {
        mean[j] += Quadrature.NORMAL.weights()[k] * at[k];
      }
      variance[j] = 0;
      for (int k = 0; k < at.length; k++) {
        double difference = at[k] - mean[j];
        variance[j] += Quadrature.NORMAL.weights()[k] * difference * difference;
      }
    }
  }
}
