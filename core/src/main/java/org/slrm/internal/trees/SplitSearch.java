package org.slrm.internal.trees;

import java.util.Arrays;
import org.slrm.method.TreesConfig;

/** The best split of a node on one feature (F-4) and side of missing values. One per thread. */
final class SplitSearch {
  /** A gain below this fraction of the node's own score is rounding. */
  private static final double ROUNDING = 1e-10;

  /** Up to this sum of curvatures, 1/(H + l2) is tabulated. */
  private static final int MAX_INVERSES = 1 << 15;

  /** Numbers of a set of codes. */
  static final int LEVEL_WORDS = 4;

  /** Rows with the mean gradient of the node that are added to each level. */
  private static final double SMOOTHING = 10;

  /** The bits of a code. */
  private static final long CODE = 0xff;

  private final RowSums sums;
  private final long[] order = new long[Bins.MAX];
  private final double[] mean = new double[Bins.MAX];
  private final long[] ordered;
  private final double l2;
  private final double minRows;
  private final double[] inverses;
  private double minCurvature;
  private long[] h = new long[0];
  private int first;
  private int known;
  private long gradient;
  private long curvature;
  private long leftCurvature;
  private double nodeScore;
  private double bestScore;
  private int bin;
  private boolean missingLeft;

  SplitSearch(RowSums sums, TreesConfig config) {
    this.sums = sums;
    ordered = new long[(Bins.MAX + 1) * sums.stride];
    l2 = config.l2() * sums.curvatureUnit;
    minRows = config.leastRows();
    boolean tabulated = sums.packed && sums.weight() < MAX_INVERSES;
    inverses = new double[tabulated ? (int) Math.ceil(sums.weight()) + 1 : 0];
    Arrays.setAll(inverses, c -> 1 / (c + l2));
  }

  /** Whether the sum of curvatures is enough for two leaves. */
  boolean divisible(long ofNode) {
    return ofNode >= 2 * sums.ofRows(minRows);
  }

  /** Searches the bins of a feature from {@code start} on in a node with these sums. */
  void search(long[] bins, int start, int knownBins, long nodeGradient, long nodeCurvature) {
    minCurvature = sums.ofRows(minRows);
    h = bins;
    first = start;
    known = knownBins;
    gradient = nodeGradient;
    curvature = nodeCurvature;
    nodeScore = (double) gradient * gradient / (curvature + l2);
    bestScore = nodeScore * (1 + ROUNDING);
    bin = -1;
    scan(false);
    if (sums.curvature(h, start + knownBins) > 0) {
      scan(true);
    } else if (bin >= 0) {
      // No value was missing here: missing values of new rows go to the side with most rows.
      missingLeft = 2 * leftCurvature >= curvature;
    }
  }

  /**
   * Searches cuts between sets of levels: in the order of their mean gradients, shrunk towards the
   * node's, and with sums that follow from these means (F-12).
   *
   * @param left receives the codes that go left, a bit each
   */
  void searchLevels(long[] bins, int start, int levels, OpenLeaf node, long[] left) {
    if (levels == 2) {
      search(bins, start, levels, node.gradient, node.curvature);
      left[0] = bin == 0 ? 1 : 3;
      return;
    }
    double smoothing = sums.ofRows(SMOOTHING);
    double prior = smoothing * node.gradient / node.curvature;
    int present = 0;
    for (int code = 0; code < levels; code++) {
      long c = sums.curvature(bins, start + code);
      if (c > 0) {
        mean[code] = (sums.gradient(bins, start + code) + prior) / (c + smoothing);
        order[present++] = sortable(mean[code]) & ~CODE | code;
      }
    }
    Arrays.sort(order, 0, present);
    long total = sums.gradient(bins, start + levels);
    sums.set(ordered, present, total, sums.curvature(bins, start + levels));
    for (int k = 0; k < present; k++) {
      int code = (int) (order[k] & CODE);
      long c = sums.curvature(bins, start + code);
      long g = Math.round(c * mean[code]);
      sums.set(ordered, k, g, c);
      total += g;
    }
    search(ordered, 0, present, total, node.curvature);
    goLeft(present, left);
  }

  /** The codes up to the best cut. Levels without rows in the node follow the heavier side. */
  private void goLeft(int present, long[] left) {
    boolean others = 2 * leftCurvature >= curvature;
    Arrays.fill(left, others ? -1 : 0);
    for (int k = 0; k < present; k++) {
      if (k <= bin != others) {
        left[(int) (order[k] & CODE) >> 6] ^= 1L << order[k];
      }
    }
  }

  /** An integer with the order of a number. */
  private static long sortable(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ bits >> 63 & Long.MAX_VALUE;
  }

  private void scan(boolean missingGoesLeft) {
    double before = bestScore;
    if (inverses.length > 0) {
      scanPacked(missingGoesLeft ? h[first + known] : 0);
    } else {
      int missing = first + known;
      scan(
          missingGoesLeft ? sums.gradient(h, missing) : 0,
          missingGoesLeft ? sums.curvature(h, missing) : 0);
    }
    if (bestScore > before) {
      missingLeft = missingGoesLeft;
    }
  }

  /** Tries a cut after each bin. An empty bin gives the same split as the one before. */
  private void scan(long startGradient, long startCurvature) {
    long gl = startGradient;
    long hl = startCurvature;
    for (int b = 0; b < known; b++) {
      gl += sums.gradient(h, first + b);
      hl += sums.curvature(h, first + b);
      long hr = curvature - hl;
      if (hr < minCurvature) {
        break;
      }
      if (hl >= minCurvature) {
        // G²/(H + l2) of both sides
        double left = gl;
        double right = gradient - gl;
        double score = left * left / (hl + l2) + right * right / (hr + l2);
        if (score > bestScore) {
          bestScore = score;
          bin = b;
          leftCurvature = hl;
        }
      }
    }
  }

  /** Tries the cuts where both sums share a number: one addition per bin and no division. */
  private void scanPacked(long start) {
    long[] bins = h;
    double[] inverse = inverses;
    double all = gradient;
    double largest = bestScore;
    int best = -1;
    int total = (int) curvature;
    int from = (int) Math.ceil(minCurvature);
    int to = total - from;
    long left = start;
    for (int b = first; b < first + known; b++) {
      left += bins[b];
      int hl = (int) (left & RowSums.MASK);
      if (hl > to) {
        break;
      }
      if (hl >= from) {
        double gl = left >> RowSums.LOW;
        double gr = all - gl;
        double score = gl * gl * inverse[hl] + gr * gr * inverse[total - hl];
        if (score > largest) {
          largest = score;
          best = b;
          leftCurvature = hl;
        }
      }
    }
    if (best >= 0) {
      bestScore = largest;
      bin = best - first;
    }
  }

  /** Gain of the best split, 0 when there is none. */
  double gain() {
    return bin < 0 ? 0 : Math.max(Double.MIN_NORMAL, bestScore - nodeScore);
  }

  /** The last bin of the left side. */
  int bin() {
    return bin;
  }

  /** Whether missing values go to the left. */
  boolean missingLeft() {
    return missingLeft;
  }
}
