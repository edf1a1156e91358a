package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Half of (E-1) written out over centred rows: slow, and nothing shared with the solver. */
record ElasticNetTwin(double[][] x, double[] y, double[] s, double l1, double l2) {

  /** Correlated features with weak and strong scales, and labels of variance far from 1. */
  static ElasticNetTwin random(int n, int p, boolean standardize, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][p];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double common = 2 * random.nextGaussian();
      Arrays.setAll(x[i], j -> (1 + j % 3) * (common + random.nextGaussian()));
      y[i] = 3 * (x[i][0] - x[i][p - 1] + random.nextGaussian());
    }
    centre(x, y);
    double[] s = new double[p];
    Arrays.setAll(s, j -> standardize ? Math.sqrt(mean(column(x, j), column(x, j))) : 1);
    return new ElasticNetTwin(x, y, s, 0, 0);
  }

  ElasticNetTwin with(double newL1, double newL2) {
    return new ElasticNetTwin(x, y, s, newL1, newL2);
  }

  GramProblem problem() {
    double[] rows = Arrays.stream(x).flatMapToDouble(Arrays::stream).toArray();
    return GramProblem.ofRows(rows, s.length, y, null);
  }

  double variance() {
    return mean(y, y);
  }

  double[] residual(double[] w) {
    double[] r = y.clone();
    for (int i = 0; i < r.length; i++) {
      for (int j = 0; j < w.length; j++) {
        r[i] -= x[i][j] * w[j];
      }
    }
    return r;
  }

  double objective(double[] w) {
    double[] r = residual(w);
    double sum = mean(r, r);
    for (int j = 0; j < w.length; j++) {
      sum += l1 * s[j] * Math.abs(w[j]) + l2 * s[j] * s[j] * w[j] * w[j];
    }
    return sum / 2;
  }

  /** −½ gradient of the smooth part, in units of s. */
  double slope(double[] w, int j) {
    return mean(column(x, j), residual(w)) / s[j] - l2 * s[j] * w[j];
  }

  /** Objective minus that of the best multiple of the residuals that the dual allows. */
  double gap(double[] w) {
    double[] r = residual(w);
    double square = mean(r, r);
    double steepest = 0;
    for (int j = 0; j < w.length; j++) {
      square += l2 * Math.pow(s[j] * w[j], 2);
      steepest = Math.max(steepest, Math.abs(slope(w, j)));
    }
    double nu = Math.min(l1 / 2 / steepest, mean(y, r) / square);
    return objective(w) - (nu * mean(y, r) - nu * nu * square / 2);
  }

  /** (E-2) for one coefficient after the other, forth in even sweeps and back in odd ones. */
  void sweep(double[] w, int number) {
    for (int a = 0; a < w.length; a++) {
      int j = number % 2 == 0 ? a : w.length - 1 - a;
      double[] column = column(x, j);
      double square = mean(column, column);
      double z = mean(column, residual(w)) + square * w[j];
      double soft = Math.signum(z) * Math.max(0, Math.abs(z) - l1 / 2 * s[j]);
      w[j] = soft / (square + l2 * s[j] * s[j]);
    }
  }

  static double mean(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum / a.length;
  }

  static double[] column(double[][] x, int j) {
    return Arrays.stream(x).mapToDouble(row -> row[j]).toArray();
  }

  private static void centre(double[][] x, double[] y) {
    double label = Arrays.stream(y).average().orElseThrow();
    Arrays.setAll(y, i -> y[i] - label);
    for (int j = 0; j < x[0].length; j++) {
      int c = j;
      double mean = Arrays.stream(column(x, c)).average().orElseThrow();
      Arrays.stream(x).forEach(row -> row[c] -= mean);
    }
  }
}
