package org.slrm.internal.regression;

import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.run.TrainingData;

/**
 * Mean-imputed, centred features: x_ij − mean_j where known, 0 where missing. A feature that does
 * not vary is 0 throughout, without rounding errors.
 *
 * @param x the features
 * @param mean weighted means of the observed entries, 0 without any
 * @param variance their weighted variances, 0 without any or where they do not vary
 */
public record MeanImputed(IncompleteMatrix x, double[] mean, double[] variance)
    implements FoldedProblem.Design {
  @Override
  public int columns() {
    return x.columns();
  }

  public static MeanImputed of(TrainingData data) {
    IncompleteMatrix x = data.x();
    int p = x.columns();
    double[] total = new double[p];
    double[] size = new double[p];
    double[] mean = new double[p];
    double[] variance = new double[p];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        total[x.column(k)] += data.weight(i);
        mean[x.column(k)] += data.weight(i) * x.value(k);
        size[x.column(k)] = Math.max(size[x.column(k)], Math.abs(x.value(k)));
      }
    }
    for (int j = 0; j < p; j++) {
      mean[j] = total[j] > 0 ? mean[j] / total[j] : 0;
    }
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        double d = x.value(k) - mean[j];
        variance[j] += total[j] > 0 ? data.weight(i) * d * d / total[j] : 0;
      }
    }
    for (int j = 0; j < p; j++) {
      variance[j] = Scaling.varies(Math.sqrt(variance[j]), size[j]) ? variance[j] : 0;
    }
    return new MeanImputed(x, mean, variance);
  }

  /** Rows of the imputed table in row-major order. */
  @Override
  public double[] rows(int[] indices) {
    int p = x.columns();
    double[] out = new double[Math.multiplyExact(indices.length, p)];
    for (int r = 0; r < indices.length; r++) {
      for (int k = x.rowStart(indices[r]); k < x.rowStart(indices[r] + 1); k++) {
        int j = x.column(k);
        out[r * p + j] = variance[j] > 0 ? x.value(k) - mean[j] : 0;
      }
    }
    return out;
  }

  /** Rows of the imputed table without centring, 0 where a feature does not vary. */
  double[] uncentred(int[] indices) {
    int p = x.columns();
    double[] out = new double[Math.multiplyExact(indices.length, p)];
    for (int r = 0; r < indices.length; r++) {
      for (int j = 0; j < p; j++) {
        out[r * p + j] = variance[j] > 0 ? mean[j] : 0;
      }
      for (int k = x.rowStart(indices[r]); k < x.rowStart(indices[r] + 1); k++) {
        int j = x.column(k);
        out[r * p + j] = variance[j] > 0 ? x.value(k) : 0;
      }
    }
    return out;
  }

  /** intercept + Σ_{j known} w_j (x_ij − mean_j). */
  public double predict(int i, double intercept, double[] w) {
    double sum = intercept;
    for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
      sum += w[x.column(k)] * (x.value(k) - mean[x.column(k)]);
    }
    return sum;
  }
}
