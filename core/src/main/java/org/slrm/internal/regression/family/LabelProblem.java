package org.slrm.internal.regression.family;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.Columns;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.RawProblem;
import org.slrm.internal.regression.RegressionProblem;

/**
 * Regression with a loss that need not be quadratic: features, labels and weights of rows. Near a
 * given η it is approximated by a weighted least-squares problem ({@link #near}).
 */
public final class LabelProblem {
  /** Rows whose curvature is a smaller fraction of the largest get this fraction. */
  private static final double MIN_CURVATURE = 1e-9;

  /** Up to this number of features per row second moments pay. */
  static final double MOMENTS_BELOW = 0.5;

  final Columns columns;
  final Label label;
  private final double[] y;
  private final int[] rows;

  private LabelProblem(Columns columns, Label label, double[] y) {
    this.columns = columns;
    this.label = label;
    this.y = y;
    rows = columns.rows();
  }

  /**
   * The problem of n rows and p features.
   *
   * @param rows feature j of row i at {@code [i * p + j]}
   * @param weights row weights, null when all are 1; rows of weight 0 do not count
   */
  public static LabelProblem ofRows(
      Label label, double[] rows, int p, double[] y, double @Nullable [] weights) {
    return new LabelProblem(Columns.ofRows(rows, p, y.length, weights), label, y.clone());
  }

  /** These data with other row weights; 0 excludes a row. */
  public LabelProblem withWeights(double[] weights) {
    return new LabelProblem(columns.withWeights(weights), label, y);
  }

  public int features() {
    return columns.p;
  }

  /** Total weight of the rows. */
  public double weight() {
    return columns.weight;
  }

  /** Whether rows of positive weight have different labels; otherwise an intercept is enough. */
  boolean varies() {
    return Arrays.stream(rows).anyMatch(i -> y[i] != y[rows[0]]);
  }

  /** The η of the mean label; where it is infinite, that with one pseudo-row of η = 0. */
  double start() {
    double mean = Vectors.dot(y, 0, columns.omega, 0, y.length);
    double eta = label.link(mean);
    double slope = Double.isFinite(eta) ? label.gradient(mean, eta) : 1;
    boolean exact = Math.abs(slope) <= 1e-12 * (1 + Math.abs(mean));
    double n = weight();
    return exact ? eta : label.link((n * mean + label.mean(0)) / (n + 1));
  }

  /** Mean deviance at η. */
  double deviance(double[] eta) {
    double sum = 0;
    for (int i : rows) {
      sum += columns.omega[i] * label.deviance(y[i], eta[i]);
    }
    return sum;
  }

  /** Mean deviance of η = intercept + wᵀx on these rows. */
  public double deviance(double intercept, double[] w) {
    Checks.equal("number of coefficients", w.length, "features", columns.p);
    double[] eta = new double[columns.n];
    Arrays.fill(eta, intercept + columns.atMeans(w));
    columns.addTo(eta, 1, w);
    return deviance(eta);
  }

  /** g_j: minus the derivative of half the mean deviance in w_j at the optimal intercept. */
  void gradient(double[] eta, double[] out) {
    double[] q = new double[columns.n];
    for (int i : rows) {
      q[i] = -columns.omega[i] * label.gradient(y[i], eta[i]);
    }
    columns.times(q, out);
  }

  /**
   * The least-squares approximation of half the mean deviance near η.
   *
   * @param problem on the requested features
   * @param curvature H, its weight in units of the rows' weights: half its error times H is half
   *     the deviance up to a constant
   */
  record LocalProblem(RegressionProblem problem, double curvature) {}

  /** (E-6) Rows of weight ω_i h_i and label η_i − g_i/h_i, on some of the features. */
  LocalProblem near(double[] eta, int[] features, int count) {
    if (count < MOMENTS_BELOW * rows.length) {
      GramProblem moments = moments(eta, features, count);
      return new LocalProblem(moments, moments.weight());
    }
    double[] h = new double[rows.length];
    double[] z = working(eta, h);
    RawProblem raw = RawProblem.ofRows(columns.table(rows, features, count), count, z, h);
    return new LocalProblem(raw, raw.weight());
  }

  /** The least-squares problem (E-6) by second moments. */
  GramProblem moments(double[] eta, int[] features, int count) {
    double[] h = new double[rows.length];
    double[] z = working(eta, h);
    return GramProblem.ofRows(columns.table(rows, features, count), count, z, h);
  }

  /** Labels of (E-6); writes the weights. */
  private double[] working(double[] eta, double[] h) {
    double[] z = new double[rows.length];
    double largest = 0;
    for (int r = 0; r < rows.length; r++) {
      h[r] = label.curvature(y[rows[r]], eta[rows[r]]);
      largest = Math.max(largest, h[r]);
    }
    for (int r = 0; r < rows.length; r++) {
      int i = rows[r];
      h[r] = Math.max(h[r], MIN_CURVATURE * largest);
      z[r] = eta[i] - label.gradient(y[i], eta[i]) / h[r];
      h[r] *= columns.omega[i];
    }
    return z;
  }
}
