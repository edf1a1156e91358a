package org.slrm.io.check;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How much of a target a column explains, alone or with others. Ranks stand for numbers, so that a
 * single far value decides nothing, and curves that rise or fall count as lines do.
 */
final class SingleColumnFit {
  /** Fewer rows say nothing. */
  static final int MIN_ROWS = 20;

  private static final int EITHER_SIDE = 2;

  /** Where a line explains nearly all, ranks must at least agree as much as this. */
  private static final double RANKS_AGREE = 0.8;

  private SingleColumnFit() {}

  /** The share of a number's variance that a column explains on held-out rows, at most 1. */
  static double ofNumber(double[] x, double[] y, boolean categorical) {
    int[] order = bothKnown(x, y);
    if (order.length < MIN_ROWS) {
      return 0;
    }
    double[] by = at(x, order);
    double[] label = at(y, order);
    double[] ranks = ranks(label);
    double near = 1 - left(by, ranks) / spread(ranks);
    if (categorical) {
      return near;
    }
    double best = Math.max(near, square(correlation(ranks(by), ranks)));
    double line = square(correlation(by, label));
    return best >= RANKS_AGREE ? Math.max(best, line) : best;
  }

  /** The share of the variance of the indicators of classes that a column explains. */
  static double ofClasses(double[] x, double[] y, int classes) {
    int[] order = bothKnown(x, y);
    if (order.length < MIN_ROWS) {
      return 0;
    }
    double[] by = at(x, order);
    double error = 0;
    double all = 0;
    for (int k = 0; k < classes; k++) {
      double level = k;
      double[] is = IntStream.of(order).mapToDouble(i -> y[i] == level ? 1 : 0).toArray();
      error += left(by, is);
      all += spread(is);
    }
    return all == 0 ? 0 : 1 - error / all;
  }

  /** Rows in which both are known, by x. */
  private static int[] bothKnown(double[] x, double[] y) {
    int[] known =
        IntStream.range(0, x.length)
            .filter(i -> !Double.isNaN(x[i]) && !Double.isNaN(y[i]))
            .toArray();
    int[] order = SortOrder.of(at(x, known));
    Arrays.setAll(order, k -> known[order[k]]);
    return order;
  }

  /**
   * Squared error where each label is predicted by the mean of others: those with the same x, or
   * the nearest on either side where fewer than three have it.
   */
  private static double left(double[] x, double[] y) {
    double out = 0;
    for (int from = 0, to; from < x.length; from = to) {
      to = from;
      double sum = 0;
      while (to < x.length && x[to] == x[from]) {
        sum += y[to++];
      }
      for (int i = from; i < to; i++) {
        double mean = to - from > 2 ? (sum - y[i]) / (to - from - 1) : nearby(y, i);
        out += square(y[i] - mean);
      }
    }
    return out;
  }

  private static double nearby(double[] y, int i) {
    int from = Math.max(0, i - EITHER_SIDE);
    int to = Math.min(y.length, i + EITHER_SIDE + 1);
    double sum = -y[i];
    for (int k = from; k < to; k++) {
      sum += y[k];
    }
    return sum / (to - from - 1);
  }

  /** Ranks, equal values sharing theirs. */
  static double[] ranks(double[] v) {
    int[] order = SortOrder.of(v);
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

  /** Correlation, 0 where one of the two is constant. */
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

  private static double spread(double[] v) {
    double mean = Arrays.stream(v).average().orElse(0);
    double sum = Arrays.stream(v).map(u -> square(u - mean)).sum();
    return sum == 0 ? Double.MIN_NORMAL : sum;
  }

  private static double[] at(double[] v, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> v[i]).toArray();
  }

  private static double square(double v) {
    return v * v;
  }
}
