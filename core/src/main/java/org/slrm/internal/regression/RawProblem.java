package org.slrm.internal.regression;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.internal.linalg.Vectors;

/**
 * Least squares on the data themselves, for more features than rows. A step on one coefficient
 * costs the number of rows. Folds are row weights: {@link #withWeights} shares the data.
 */
public final class RawProblem implements RegressionProblem {
  private final int n;
  private final int p;
  private final double[] x;
  private final double[] y;
  private final double[] shift;
  private final double[] omega;
  private final double weight;
  private final double[] mean;
  private final double[] variance;
  private final double meanLabel;
  private final double labelVariance;

  private RawProblem(int n, int p, double[] x, double[] y, double[] shift, double[] weights) {
    this.n = n;
    this.p = p;
    this.x = x;
    this.y = y;
    this.shift = shift;
    weight = Arrays.stream(weights).sum();
    omega = new double[n];
    for (int i = 0; i < n; i++) {
      omega[i] = Checks.notNegative("weight of row", i, weights[i]) / weight;
    }
    mean = new double[p];
    variance = new double[p];
    for (int j = 0; j < p; j++) {
      mean[j] = Vectors.dot(x, j * n, omega, 0, n);
      for (int i = 0; i < n; i++) {
        double d = x[j * n + i] - mean[j];
        variance[j] += omega[i] * d * d;
      }
      // A feature that varies only in rows of weight 0 would have rounding errors as signal.
      variance[j] = Scaling.varies(Math.sqrt(variance[j]), largest(j)) ? variance[j] : 0;
    }
    meanLabel = Vectors.dot(y, 0, omega, 0, n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += omega[i] * (y[i] - meanLabel) * (y[i] - meanLabel);
    }
    labelVariance = sum;
  }

  /**
   * The problem of n rows and p features.
   *
   * @param columns feature j of row i at {@code [j * n + i]}; copied
   * @param weights row weights, null when all are 1; rows of weight 0 do not count
   */
  public static RawProblem ofColumns(
      double[] columns, int p, double[] y, double @Nullable [] weights) {
    int n = y.length;
    Checks.equal("number of feature values", columns.length, "rows times features", n * p);
    double[] w = weights == null ? ones(n) : weights;
    double total = Arrays.stream(w).sum();
    double[] x = columns.clone();
    double[] shift = new double[p];
    // Centred columns keep full precision.
    for (int j = 0; j < p; j++) {
      shift[j] = Vectors.dot(x, j * n, w, 0, n) / total;
      for (int i = 0; i < n; i++) {
        x[j * n + i] -= shift[j];
      }
    }
    return new RawProblem(n, p, x, y.clone(), shift, w);
  }

  /** The same with feature j of row i given at {@code [i * p + j]}. */
  public static RawProblem ofRows(double[] rows, int p, double[] y, double @Nullable [] weights) {
    int n = y.length;
    Checks.equal("number of feature values", rows.length, "rows times features", n * p);
    double[] columns = new double[rows.length];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < p; j++) {
        columns[j * n + i] = rows[i * p + j];
      }
    }
    return ofColumns(columns, p, y, weights);
  }

  /** The same data with other row weights; 0 excludes a row. */
  public RawProblem withWeights(double[] weights) {
    Checks.equal("number of weights", weights.length, "number of rows", n);
    return new RawProblem(n, p, x, y, shift, weights);
  }

  /** The same rows with other labels. */
  public RawProblem withLabels(double[] labels) {
    Checks.equal("number of labels", labels.length, "number of rows", n);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> weight * omega[i]);
    return new RawProblem(n, p, x, labels.clone(), shift, weights);
  }

  /** The largest deviation of a feature from its mean over all rows, those of weight 0 included. */
  private double largest(int j) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(x[j * n + i]));
    }
    return largest;
  }

  private static double[] ones(int n) {
    double[] w = new double[n];
    Arrays.fill(w, 1);
    return w;
  }

  @Override
  public int features() {
    return p;
  }

  @Override
  public double weight() {
    return weight;
  }

  @Override
  public double mean(int j) {
    return shift[j] + mean[j];
  }

  @Override
  public double meanLabel() {
    return meanLabel;
  }

  @Override
  public double variance(int j) {
    return variance[j];
  }

  @Override
  public double labelVariance() {
    return labelVariance;
  }

  @Override
  public double error(double intercept, double[] w) {
    double[] r = new double[n];
    double b = intercept + Vectors.dot(w, 0, shift, 0, p);
    for (int i = 0; i < n; i++) {
      r[i] = y[i] - b;
    }
    for (int j = 0; j < p; j++) {
      if (w[j] != 0) {
        Vectors.add(r, 0, -w[j], x, j * n, n);
      }
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += omega[i] * r[i] * r[i];
    }
    return sum;
  }

  @Override
  public double[] leastSquares() {
    double[] inverse = new double[p];
    Arrays.setAll(inverse, j -> variance[j] > 0 ? 1 / Math.sqrt(variance[j]) : 0);
    double[] a = new double[Math.multiplyExact(n, p)];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      double root = Math.sqrt(omega[i]);
      b[i] = root * (y[i] - meanLabel);
      for (int j = 0; j < p; j++) {
        a[i * p + j] = root * (x[j * n + i] - mean[j]) * inverse[j];
      }
    }
    double[] w = LeastSquares.solve(a, n, p, b);
    Arrays.setAll(w, j -> w[j] * inverse[j]);
    return w;
  }

  @Override
  public Gradient gradient() {
    return new Residual();
  }

  /** Maintains q_i = ω_i r_i, so that g_j = Σ x_ij q_i; centring is implied because Σ q_i = 0. */
  private final class Residual implements Gradient {
    private final double[] q = new double[n];

    Residual() {
      for (int i = 0; i < n; i++) {
        q[i] = omega[i] * (y[i] - meanLabel);
      }
    }

    @Override
    public double at(int j) {
      return Vectors.dot(x, j * n, q, 0, n);
    }

    @Override
    public void move(int j, double delta) {
      int from = j * n;
      double m = mean[j];
      for (int i = 0; i < n; i++) {
        q[i] -= delta * omega[i] * (x[from + i] - m);
      }
    }

    @Override
    public void writeTo(double[] out) {
      for (int j = 0; j < p; j++) {
        out[j] = at(j);
      }
    }
  }
}
