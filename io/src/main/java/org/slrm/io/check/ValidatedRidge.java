package org.slrm.io.check;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;

/**
 * Ridge regression on mean-imputed, standardised features with predictions of held-out rows. Second
 * moments of the features are computed once per fold and reused for all labels and penalties.
 */
final class ValidatedRidge {
  /** Penalties relative to the sum of squares of a standardised feature, in decreasing order. */
  private static final double[] PENALTIES = {1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001};

  private final double[][] x;
  private final RowFolds folds;
  private final int width;

  /** Second moments of the features by fold: lower triangles by rows. */
  private final double[][] moments;

  private final int[] rows;

  /**
   * @param x features from {@link #standardised}
   */
  ValidatedRidge(double[][] x, RowFolds folds) {
    this.x = x;
    this.folds = folds;
    this.width = x[0].length;
    moments = new double[folds.count()][width * (width + 1) / 2];
    rows = new int[folds.count()];
    for (int i = 0; i < x.length; i++) {
      addMoments(x[i], moments[folds.fold()[i]]);
      rows[folds.fold()[i]]++;
    }
  }

  /** Rows with an intercept of 1 and standardised features, where missing entries are 0. */
  static double[][] standardised(IncompleteMatrix features) {
    double[] mean = features.statistics().mean();
    double[] variance = features.statistics().variance();
    double[][] out = new double[features.rows()][features.columns() + 1];
    for (int i = 0; i < out.length; i++) {
      out[i][0] = 1;
      for (int e = features.rowStart(i); e < features.rowStart(i + 1); e++) {
        int j = features.column(e);
        out[i][j + 1] =
            variance[j] > 0 ? (features.value(e) - mean[j]) / Math.sqrt(variance[j]) : 0;
      }
    }
    return out;
  }

  private static void addMoments(double[] row, double[] sums) {
    for (int a = 0, at = 0; a < row.length; at += ++a) {
      double v = row[a];
      if (v != 0) {
        for (int b = 0; b <= a; b++) {
          sums[at + b] += v * row[b];
        }
      }
    }
  }

  /** The penalty with the smallest squared error on held-out rows. */
  double penalty(double[] y) {
    int best = 0;
    double smallest = PairedErrors.meanSquare(y, heldOut(y, PENALTIES[0]));
    for (int k = 1; k < PENALTIES.length && best == k - 1; k++) {
      double next = PairedErrors.meanSquare(y, heldOut(y, PENALTIES[k]));
      if (next < smallest) {
        smallest = next;
        best = k;
      }
    }
    return PENALTIES[best];
  }

  /** Predictions of held-out rows; NaN for other rows. */
  double[] heldOut(double[] y, double penalty) {
    double mean = Arrays.stream(y).average().orElse(0);
    double[] label = Arrays.stream(y).map(v -> v - mean).toArray();
    double[] out = new double[y.length];
    Arrays.fill(out, Double.NaN);
    for (int f = 0; f < rows.length; f++) {
      if (folds.evaluates(f) && rows[f] > 0) {
        double[] beta = coefficients(f, label, penalty);
        for (int i = 0; i < y.length; i++) {
          if (folds.fold()[i] == f) {
            out[i] = mean + dot(x[i], 0, beta, 0, width);
          }
        }
      }
    }
    return out;
  }

  /** Intercept and coefficients of the fit that is evaluated on a fold. */
  private double[] coefficients(int evaluated, double[] y, double penalty) {
    double[] a = new double[width * (width + 1) / 2];
    int n = 0;
    for (int f = 0; f < rows.length; f++) {
      if (folds.fits(evaluated, f)) {
        n += rows[f];
        for (int k = 0; k < a.length; k++) {
          a[k] += moments[f][k];
        }
      }
    }
    double[] b = new double[width];
    for (int i = 0; i < y.length; i++) {
      if (folds.fits(evaluated, folds.fold()[i])) {
        for (int j = 0; j < width; j++) {
          b[j] += y[i] * x[i][j];
        }
      }
    }
    for (int j = 1, at = 2; j < width; at += ++j + 1) {
      a[at] += penalty * n;
    }
    factor(a);
    solve(a, b);
    return b;
  }

  /** A = LLᵀ in place. */
  private void factor(double[] a) {
    for (int i = 0, row = 0; i < width; row += ++i) {
      for (int j = 0, other = 0; j < i; other += ++j) {
        a[row + j] = (a[row + j] - dot(a, row, a, other, j)) / a[other + j];
      }
      a[row + i] = Math.sqrt(Math.max(Double.MIN_NORMAL, a[row + i] - dot(a, row, a, row, i)));
    }
  }

  private void solve(double[] l, double[] b) {
    for (int i = 0, row = 0; i < width; row += ++i) {
      b[i] = (b[i] - dot(l, row, b, 0, i)) / l[row + i];
    }
    for (int i = width - 1, row = l.length - width; i >= 0; row -= i--) {
      b[i] /= l[row + i];
      for (int j = 0; j < i; j++) {
        b[j] -= l[row + j] * b[i];
      }
    }
  }

  private static double dot(double[] a, int i, double[] b, int j, int n) {
    double out = 0;
    for (int k = 0; k < n; k++) {
      out += a[i + k] * b[j + k];
    }
    return out;
  }
}
