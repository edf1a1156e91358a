package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.regression.Columns;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.RawProblem;
import org.slrm.internal.regression.RegressionProblem;

/**
 * Regression of K classes: P(y = k) = e^η_k / Σ e^η_l, a linear η_k for each class. The deviance of
 * a row is 2 (log Σ e^η_l − η_y). Classes without a row take no part in a fit.
 */
public final class ClassProblem {
  private static final double MIN_CURVATURE = 1e-9;

  /** Curvatures within this relative difference are reused, since convergence is nearly as fast. */
  private static final double SAME_CURVATURE = 0.1;

  final Columns columns;
  final int K;

  /** The classes that have rows. */
  final int[] present;

  private final int[] y;
  private final int[] rows;

  private ClassProblem(Columns columns, int K, int[] y) {
    this.columns = columns;
    this.K = K;
    this.y = y;
    rows = columns.rows();
    present =
        IntStream.range(0, K).filter(k -> Arrays.stream(rows).anyMatch(i -> y[i] == k)).toArray();
  }

  /**
   * The problem of n rows and p features.
   *
   * @param rows feature j of row i at {@code [i * p + j]}
   * @param y class of each row, from 0 to classes − 1
   * @param weights row weights, null when all are 1; rows of weight 0 do not count
   */
  public static ClassProblem ofRows(
      double[] rows, int p, int[] y, int classes, double @Nullable [] weights) {
    for (int i = 0; i < y.length; i++) {
      Checks.between("class of row " + i, y[i], 0, classes - 1);
    }
    return new ClassProblem(Columns.ofRows(rows, p, y.length, weights), classes, y.clone());
  }

  /** These data with other row weights; 0 excludes a row. */
  public ClassProblem withWeights(double[] weights) {
    return new ClassProblem(columns.withWeights(weights), K, y);
  }

  /** Total weight of the rows. */
  public double weight() {
    return columns.weight;
  }

  public int features() {
    return columns.p;
  }

  /** Logarithms of the proportions of the present classes, centred. */
  double[] start() {
    double[] proportion = new double[present.length];
    for (int i : rows) {
      proportion[Arrays.binarySearch(present, y[i])] += columns.omega[i];
    }
    double[] b = Arrays.stream(proportion).map(Math::log).toArray();
    double mean = Arrays.stream(b).average().orElse(0);
    return Arrays.stream(b).map(v -> v - mean).toArray();
  }

  /** Writes the probabilities of the present classes at η; returns half the mean deviance. */
  double probabilities(double[] eta, double[] out) {
    int n = columns.n;
    int M = present.length;
    double sum = 0;
    for (int i : rows) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < M; k++) {
        largest = Math.max(largest, eta[k * n + i]);
      }
      double total = 0;
      for (int k = 0; k < M; k++) {
        out[k * n + i] = Math.exp(eta[k * n + i] - largest);
        total += out[k * n + i];
      }
      for (int k = 0; k < M; k++) {
        out[k * n + i] /= total;
        sum +=
            y[i] == present[k]
                ? columns.omega[i] * (largest + Math.log(total) - eta[k * n + i])
                : 0;
      }
    }
    return sum;
  }

  /** Mean deviance of η_k = intercept_k + w_kᵀx on these rows, with all classes present. */
  public double deviance(double[] intercepts, double[] w) {
    double[] eta = new double[K * columns.n];
    for (int k = 0; k < K; k++) {
      double[] of = Arrays.copyOfRange(w, k * columns.p, (k + 1) * columns.p);
      double[] line = new double[columns.n];
      Arrays.fill(line, intercepts[k] + columns.atMeans(of));
      columns.addTo(line, 1, of);
      System.arraycopy(line, 0, eta, k * columns.n, columns.n);
    }
    double sum = 0;
    for (int i : rows) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < K; k++) {
        largest = Math.max(largest, eta[k * columns.n + i]);
      }
      double total = 0;
      for (int k = 0; k < K; k++) {
        total += Math.exp(eta[k * columns.n + i] - largest);
      }
      sum += columns.omega[i] * (largest + Math.log(total) - eta[y[i] * columns.n + i]);
    }
    return 2 * sum;
  }

  /** p_k − 1 where the row is of class k, else p_k. */
  private double slope(double[] prob, int k, int i) {
    return prob[k * columns.n + i] - (y[i] == present[k] ? 1 : 0);
  }

  /** g_jk: minus the derivative of half the mean deviance in w_jk, at {@code [j * M + k]}. */
  void gradient(double[] prob, double[] out) {
    int M = present.length;
    double[] q = new double[columns.n];
    double[] column = new double[columns.p];
    for (int k = 0; k < M; k++) {
      for (int i : rows) {
        q[i] = -columns.omega[i] * slope(prob, k, i);
      }
      columns.times(q, column);
      for (int j = 0; j < columns.p; j++) {
        out[j * M + k] = column[j];
      }
    }
  }

  /**
   * Least-squares approximations of half the mean deviance near η.
   *
   * @param problems of the requested classes
   * @param curvature H, their weight in units of the rows' weights
   * @param h curvature of each row
   * @param table rows of the requested features
   */
  record LocalClassProblem(
      List<RegressionProblem> problems, double curvature, double[] h, double[] table) {}

  /**
   * (E-6) for class k with the others fixed: h_i = p_ik (1 − p_ik).
   *
   * @param last the problems of an η nearby on the same features, or null
   */
  LocalClassProblem nearOne(
      double[] eta,
      double[] prob,
      int k,
      int[] features,
      int count,
      @Nullable LocalClassProblem last) {
    double[] h = new double[rows.length];
    Arrays.setAll(
        h,
        r -> {
          double q = prob[k * columns.n + rows[r]];
          return Math.max(MIN_CURVATURE, q * (1 - q));
        });
    return near(h, eta, prob, new int[] {k}, features, count, last);
  }

  /**
   * (E-6) for all classes with one curvature (E-11): h_i = min(½, 2 max_k p_ik (1 − p_ik)).
   *
   * @param last the problems of an η nearby on the same features, or null
   */
  LocalClassProblem nearAll(
      double[] eta, double[] prob, int[] features, int count, @Nullable LocalClassProblem last) {
    double[] h = new double[rows.length];
    for (int r = 0; r < rows.length; r++) {
      double largest = MIN_CURVATURE;
      for (int k = 0; k < present.length; k++) {
        double q = prob[k * columns.n + rows[r]];
        largest = Math.max(largest, q * (1 - q));
      }
      h[r] = Math.min(0.5, 2 * largest);
    }
    int[] all = IntStream.range(0, present.length).toArray();
    return near(h, eta, prob, all, features, count, last);
  }

  private double[] labels(double[] eta, double[] prob, int k, double[] h) {
    double[] z = new double[rows.length];
    Arrays.setAll(z, r -> eta[k * columns.n + rows[r]] - slope(prob, k, rows[r]) / h[r]);
    return z;
  }

  /**
   * Gradients are always those at η. Curvatures may be reused while they are similar, because
   * second moments of features take most of the time.
   */
  private LocalClassProblem near(
      double[] h,
      double[] eta,
      double[] prob,
      int[] classes,
      int[] features,
      int count,
      @Nullable LocalClassProblem last) {
    boolean same = last != null && distance(h, last.h) < SAME_CURVATURE;
    double[] by = same ? last.h : h;
    double[][] z =
        IntStream.of(classes).mapToObj(k -> labels(eta, prob, k, by)).toArray(double[][]::new);
    double[] weights = new double[rows.length];
    Arrays.setAll(weights, r -> columns.omega[rows[r]] * by[r]);
    double[] table = same ? last.table : columns.table(rows, features, count);
    List<RegressionProblem> out = new ArrayList<>();
    if (count < LabelProblem.MOMENTS_BELOW * rows.length) {
      GramProblem first =
          same && last.problems.get(0) instanceof GramProblem g
              ? g.withLabels(table, z[0], weights)
              : GramProblem.ofRows(table, count, z[0], weights);
      out.add(first);
      for (int k = 1; k < z.length; k++) {
        out.add(first.withLabels(table, z[k], weights));
      }
    } else {
      RawProblem first = RawProblem.ofRows(table, count, z[0], weights);
      out.add(first);
      for (int k = 1; k < z.length; k++) {
        out.add(first.withLabels(z[k]));
      }
    }
    return new LocalClassProblem(out, out.get(0).weight(), by, table);
  }

  /** The relative difference of curvatures from earlier ones. */
  private double distance(double[] h, double[] from) {
    double off = 0;
    double total = 0;
    for (int r = 0; r < h.length; r++) {
      off += columns.omega[rows[r]] * Math.abs(h[r] - from[r]);
      total += columns.omega[rows[r]] * from[r];
    }
    return off / total;
  }
}
