package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Vectors;

/** Features of weighted rows by column, centred. {@link #withWeights} shares the data of folds. */
public final class Columns {
  public final int n;
  public final int p;

  /** Feature j of row i at {@code [j * n + i]}, less {@code shift[j]}. */
  public final double[] x;

  public final double[] shift;

  /** Weight of each row as a fraction of the total. */
  public final double[] omega;

  public final double weight;
  private final double[] weights;

  private Columns(int n, int p, double[] x, double[] shift, double[] weights) {
    this.n = n;
    this.p = p;
    this.x = x;
    this.shift = shift;
    this.weights = weights;
    weight = Checks.positive("total weight", Arrays.stream(weights).sum());
    omega = new double[n];
    for (int i = 0; i < n; i++) {
      omega[i] = Checks.notNegative("weight of row", i, weights[i]) / weight;
    }
  }

  /**
   * From rows.
   *
   * @param rows feature j of row i at {@code [i * p + j]}
   * @param weights row weights, null when all are 1; rows of weight 0 do not count
   */
  public static Columns ofRows(double[] rows, int p, int n, double @Nullable [] weights) {
    Checks.equal("number of feature values", rows.length, "rows times features", n * p);
    double[] x = new double[rows.length];
    for (int j = 0; j < p; j++) {
      for (int i = 0; i < n; i++) {
        x[j * n + i] = rows[i * p + j];
      }
    }
    double[] w = weights;
    if (w == null) {
      w = new double[n];
      Arrays.fill(w, 1);
    }
    double total = Arrays.stream(w).sum();
    double[] shift = new double[p];
    for (int j = 0; j < p; j++) {
      shift[j] = Vectors.dot(x, j * n, w, 0, n) / total;
      for (int i = 0; i < n; i++) {
        x[j * n + i] -= shift[j];
      }
    }
    return new Columns(n, p, x, shift, w);
  }

  /** These data with other row weights; 0 excludes a row. */
  public Columns withWeights(double[] weights) {
    Checks.equal("number of weights", weights.length, "number of rows", n);
    return new Columns(n, p, x, shift, weights);
  }

  /** Weights of the rows in a fold, or of all other rows; 0 for the rest. */
  public double[] side(int[] fold, int number, boolean held) {
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      out[i] = (fold[i] == number) == held ? weights[i] : 0;
    }
    return out;
  }

  /** Rows of positive weight. */
  public int[] rows() {
    return IntStream.range(0, n).filter(i -> omega[i] > 0).toArray();
  }

  /** s_j: 0 for a feature that does not vary, else its standard deviation, or 1. */
  public double[] scales(boolean standardize) {
    double[] s = new double[p];
    for (int j = 0; j < p; j++) {
      double mean = Vectors.dot(x, j * n, omega, 0, n);
      double sum = 0;
      // Rounding is relative to all rows: a feature may vary only in rows of weight 0.
      double size = Math.abs(shift[j] + mean);
      for (int i = 0; i < n; i++) {
        double d = x[j * n + i] - mean;
        sum += omega[i] * d * d;
        size = Math.max(size, Math.abs(x[j * n + i]));
      }
      double deviation = Math.sqrt(sum);
      boolean varies = Scaling.varies(deviation, size);
      s[j] = !varies ? 0 : standardize ? deviation : 1;
    }
    return s;
  }

  /** eta += f Xw, for the features in w. */
  public void addTo(double[] eta, double f, double[] w) {
    for (int j = 0; j < p; j++) {
      if (w[j] != 0) {
        Vectors.add(eta, 0, f * w[j], x, j * n, n);
      }
    }
  }

  /** Σ_j w_j shift_j: the change of the intercept for features that are not centred. */
  public double atMeans(double[] w) {
    return Vectors.dot(w, 0, shift, 0, p);
  }

  /** out_j = Σ_i x_ij q_i. */
  public void times(double[] q, double[] out) {
    for (int j = 0; j < p; j++) {
      out[j] = Vectors.dot(x, j * n, q, 0, n);
    }
  }

  /** The given rows of the given features, row-major. */
  public double[] table(int[] rows, int[] features, int count) {
    double[] out = new double[rows.length * count];
    for (int a = 0; a < count; a++) {
      int from = features[a] * n;
      for (int r = 0; r < rows.length; r++) {
        out[r * count + a] = x[from + rows[r]];
      }
    }
    return out;
  }
}
