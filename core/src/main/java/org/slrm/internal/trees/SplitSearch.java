package org.slrm.internal.trees;

import org.slrm.method.TreesConfig;

/**
 * The best place to cut a node by one feature (F-4), and where missing values go. Owned by one
 * thread.
 */
final class SplitSearch {
  /** A gain below this share of what the node explains by itself is rounding. */
  private static final double ROUNDING = 1e-10;

  private final RowSums sums;
  private final double l2;
  private final double leastRows;
  private double least;
  private long[] h = new long[0];
  private int first;
  private int known;
  private long gradient;
  private long curvature;
  private long leftCurvature;
  private double bestTop;
  private double bestBottom;
  private int bin;
  private boolean missingLeft;

  SplitSearch(RowSums sums, TreesConfig config) {
    this.sums = sums;
    l2 = config.l2() * sums.curvatureUnit;
    leastRows = config.leastRows();
  }

  /** Whether sums of curvature are enough for two leaves. */
  boolean divisible(long ofNode) {
    return ofNode >= 2 * sums.ofRows(leastRows);
  }

  /**
   * Searches the bins of a feature, which begin at entry {@code start}, in a node with these sums.
   */
  void search(long[] bins, int start, int knownBins, long nodeGradient, long nodeCurvature) {
    least = sums.ofRows(leastRows);
    h = bins;
    first = start;
    known = knownBins;
    gradient = nodeGradient;
    curvature = nodeCurvature;
    bestTop = (double) gradient * gradient * (1 + ROUNDING);
    bestBottom = curvature + l2;
    bin = -1;
    long missing = sums.curvature(h, start + knownBins);
    scan(0, 0, false);
    if (missing > 0) {
      scan(sums.gradient(h, start + knownBins), missing, true);
    } else if (bin >= 0) {
      // Nothing was missing here: what is missing later goes with most rows.
      missingLeft = 2 * leftCurvature >= curvature;
    }
  }

  /**
   * Cuts behind each bin in turn. G²/H of both sides are compared as fractions top/bottom, without
   * dividing; an empty bin makes the same cut as the one before, which is no better.
   */
  private void scan(long startGradient, long startCurvature, boolean missingGoesLeft) {
    double mostTop = bestTop;
    double mostBottom = bestBottom;
    int best = -1;
    long gl = startGradient;
    long hl = startCurvature;
    for (int b = first; b < first + known; b++) {
      gl += sums.gradient(h, b);
      hl += sums.curvature(h, b);
      long hr = curvature - hl;
      if (hr < least) {
        break;
      }
      if (hl >= least) {
        double left = gl;
        double right = gradient - gl;
        double top = left * left * (hr + l2) + right * right * (hl + l2);
        double bottom = (hl + l2) * (hr + l2);
        if (top * mostBottom > mostTop * bottom) {
          mostTop = top;
          mostBottom = bottom;
          best = b;
          leftCurvature = hl;
        }
      }
    }
    if (best >= 0) {
      bestTop = mostTop;
      bestBottom = mostBottom;
      bin = best - first;
      missingLeft = missingGoesLeft;
    }
  }

  /** What the best cut gains, 0 when there is none. */
  double gain() {
    double alone = (double) gradient * gradient / (curvature + l2);
    return bin < 0 ? 0 : Math.max(Double.MIN_NORMAL, bestTop / bestBottom - alone);
  }

  /** The bin behind which it cuts. */
  int bin() {
    return bin;
  }

  /** Whether what is missing goes to the left. */
  boolean missingLeft() {
    return missingLeft;
  }
}
