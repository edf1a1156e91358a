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
  private final Columns columns;
  private final double[] omega;
  private final double[] mean;
  private final double[] variance;
  private final double meanLabel;
  private final double labelVariance;

  private RawProblem(Columns columns, double[] y) {
    this.columns = columns;
    this.y = y;
    n = columns.n;
    p = columns.p;
    x = columns.x;
    omega = columns.omega;
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
   * @param rows feature j of row i at {@code [i * p + j]}
   * @param weights row weights, null when all are 1; rows of weight 0 do not count
   */
  public static RawProblem ofRows(double[] rows, int p, double[] y, double @Nullable [] weights) {
    return new RawProblem(Columns.ofRows(rows, p, y.length, weights), y.clone());
  }

  /** These data with other row weights; 0 excludes a row. */
  public RawProblem withWeights(double[] weights) {
    return new RawProblem(columns.withWeights(weights), y);
  }

  /** These rows with other labels. */
  public RawProblem withLabels(double[] labels) {
    Checks.equal("number of labels", labels.length, "number of rows", n);
    return new RawProblem(columns, labels.clone());
  }

  /** The largest deviation of a feature from its mean over all rows, those of weight 0 included. */
  private double largest(int j) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(x[j * n + i]));
    }
    return largest;
  }

  @Override
  public int features() {
    return p;
  }

  @Override
  public double weight() {
    return columns.weight;
  }

  @Override
  public double mean(int j) {
    return columns.shift[j] + mean[j];
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
    double b = intercept + columns.atMeans(w);
    Arrays.setAll(r, i -> y[i] - b);
    columns.addTo(r, -1, w);
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
