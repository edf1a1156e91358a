package org.slrm.io.check;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Fraction of a target that a single column explains. Numbers are replaced by ranks, so that the
 * result is robust to outliers and monotone transforms.
 */
final class SingleColumnFit {
  /** Minimum number of rows; the fraction is 0 below. */
  static final int MIN_ROWS = 20;

  private static final int NEIGHBOURS_PER_SIDE = 2;

  /** Minimum fraction explained by ranks for the linear correlation to be used. */
  private static final double MIN_BY_RANKS = 0.8;

  private SingleColumnFit() {}

  /** Fraction of the variance of a numeric target that a column explains on held-out rows. */
  static double ofNumericTarget(double[] x, double[] y, boolean categorical) {
    int[] order = observedRows(x, y);
    if (order.length < MIN_ROWS) {
      return 0;
    }
    double[] sorted = at(x, order);
    double[] label = at(y, order);
    double[] ranks = ranks(label);
    double byNeighbours = 1 - squaredError(sorted, ranks) / squares(ranks);
    if (categorical) {
      return byNeighbours;
    }
    double byRanks = Math.max(byNeighbours, square(correlation(ranks(sorted), ranks)));
    return byRanks >= MIN_BY_RANKS
        ? Math.max(byRanks, square(correlation(sorted, label)))
        : byRanks;
  }

  /** Fraction of the variance of class indicators that a column explains. */
  static double ofClasses(double[] x, double[] y, int classes) {
    int[] order = observedRows(x, y);
    if (order.length < MIN_ROWS) {
      return 0;
    }
    double[] sorted = at(x, order);
    double error = 0;
    double total = 0;
    for (int k = 0; k < classes; k++) {
      double level = k;
      double[] indicator = Arrays.stream(at(y, order)).map(v -> v == level ? 1 : 0).toArray();
      error += squaredError(sorted, indicator);
      total += squares(indicator);
    }
    return total == 0 ? 0 : 1 - error / total;
  }

  /** Rows in which x and y are observed, sorted by x. */
  private static int[] observedRows(double[] x, double[] y) {
    int[] rows =
        IntStream.range(0, x.length)
            .filter(i -> !Double.isNaN(x[i]) && !Double.isNaN(y[i]))
            .toArray();
    return IntStream.of(sortOrder(at(x, rows))).map(k -> rows[k]).toArray();
  }

  /** Stable sort order of values without NaN, without boxing. */
  static int[] sortOrder(double[] v) {
    // 0 and −0 are equal values.
    double[] sorted = Arrays.stream(v).map(u -> u + 0.0).sorted().toArray();
    int[] used = new int[v.length];
    int[] out = new int[v.length];
    for (int i = 0; i < v.length; i++) {
      int first = first(sorted, v[i]);
      out[first + used[first]++] = i;
    }
    return out;
  }

  /** The first position of a value that is in the array. */
  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Squared error of predicting each label by the mean of the other labels with equal x, or of the
   * nearest neighbours if fewer than three labels have equal x.
   */
  private static double squaredError(double[] x, double[] y) {
    double out = 0;
    for (int from = 0, to; from < x.length; from = to) {
      to = from;
      double sum = 0;
      while (to < x.length && x[to] == x[from]) {
        sum += y[to++];
      }
      for (int i = from; i < to; i++) {
        double mean = to - from > 2 ? (sum - y[i]) / (to - from - 1) : neighbourMean(y, i);
        out += square(y[i] - mean);
      }
    }
    return out;
  }

  private static double neighbourMean(double[] y, int i) {
    int from = Math.max(0, i - NEIGHBOURS_PER_SIDE);
    int to = Math.min(y.length, i + NEIGHBOURS_PER_SIDE + 1);
    double sum = -y[i];
    for (int k = from; k < to; k++) {
      sum += y[k];
    }
    return sum / (to - from - 1);
  }

  /** Ranks; tied values get their mean rank. */
  static double[] ranks(double[] v) {
    int[] order = sortOrder(v);
    double[] out = new double[v.length];
    for (int from = 0, to; from < order.length; from = to) {
      to = from;
      while (to < order.length && v[order[to]] == v[order[from]]) {
        to++;
      }
      for (int k = from; k < to; k++) {
        out[order[k]] = (from + to - 1) / 2.0;
      }
    }
    return out;
  }

  /** Correlation; 0 if one of the two is constant. */
  static double correlation(double[] a, double[] b) {
    double ma = Arrays.stream(a).average().orElse(0);
    double mb = Arrays.stream(b).average().orElse(0);
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += (a[i] - ma) * (b[i] - mb);
      aa += square(a[i] - ma);
      bb += square(b[i] - mb);
    }
    return aa > 0 && bb > 0 ? ab / Math.sqrt(aa) / Math.sqrt(bb) : 0;
  }

  /** Sum of squared deviations from the mean; always positive. */
  private static double squares(double[] v) {
    double mean = Arrays.stream(v).average().orElse(0);
    double sum = Arrays.stream(v).map(u -> square(u - mean)).sum();
    return sum == 0 ? Double.MIN_NORMAL : sum;
  }

  static double[] at(double[] v, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> v[i]).toArray();
  }

  private static double square(double v) {
    return v * v;
  }
}
