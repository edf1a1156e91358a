package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.Folds;

/**
 * The paper's rule for the rank: as many principal components as explain 99 % of the variance, on a
 * subset of the data. With zero imputation nearly all components would be needed, since missing
 * entries look like noise, so covariances use the rows where both entries are observed.
 */
public final class RankRule {
  /** Fraction of variance to explain. */
  static final double EXPLAINED = 0.99;

  private static final int LARGEST_SUBSET = 600;

  private RankRule() {}

  /** The given rank, or the rank by the rule when it is 0. */
  public static int rank(int asked, IncompleteMatrix x, long seed) {
    int maxRank = Math.min(x.rows(), x.columns());
    return asked == 0 ? automatic(x, seed) : Checks.between("rank", asked, 1, maxRank);
  }

  /**
   * The rank for a method that holds rows out: the given one is checked against all rows and
   * limited by the rows of the fit.
   */
  public static int rank(
      int asked, HoldOut.Split split, IncompleteMatrix all, FitRecord c, long seed) {
    IncompleteMatrix x = split.training().x();
    if (asked == 0) {
      return automatic(x, seed);
    }
    int d = Math.min(rank(asked, all, seed), x.rows());
    if (d < asked) {
      c.note("rank-lowered", "asked", asked, "rank", d);
    }
    return d;
  }

  private static int automatic(IncompleteMatrix x, long seed) {
    // The rank is also limited by the observed entries of a row: with fewer entries than the rank
    // no
    // row is answered. Entries of constant columns do not count.
    ColumnStatistics s = x.statistics();
    int[] observed = new int[x.rows()];
    for (int i = 0; i < observed.length; i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        observed[i] += s.min(x.column(k)) < s.max(x.column(k)) ? 1 : 0;
      }
    }
    Arrays.sort(observed);
    int maxRank = Math.min(x.rows(), x.columns());
    int shown = Math.max(1, observed[observed.length / 4] * 2 / 3);
    return Math.max(1, Math.min(explaining(x, seed), Math.min(maxRank, shown)));
  }

  private static int explaining(IncompleteMatrix x, long seed) {
    boolean byFeatures = x.columns() <= Math.min(x.rows(), LARGEST_SUBSET);
    IncompleteMatrix vectors = byFeatures ? x.transposed() : subset(x, seed);
    double[] values = Decompositions.symmetric(pairwiseProducts(vectors), vectors.rows()).values();
    double total = Arrays.stream(values).sum();
    double sum = 0;
    int rank = 0;
    while (rank < values.length && sum < EXPLAINED * total) {
      sum += values[rank++];
    }
    return rank;
  }

  private static IncompleteMatrix subset(IncompleteMatrix x, long seed) {
    int[] order = Folds.shuffled(x.rows(), seed);
    return x.selectRows(Arrays.copyOf(order, Math.min(order.length, LARGEST_SUBSET)));
  }

  /** Mean product over the entries observed in both, 0 without any. */
  private static double[] pairwiseProducts(IncompleteMatrix v) {
    int n = v.rows();
    double[] sum = new double[n * n];
    int[] count = new int[n * n];
    IncompleteMatrix t = v.transposed();
    for (int i = 0; i < t.rows(); i++) {
      for (int k = t.rowStart(i); k < t.rowStart(i + 1); k++) {
        for (int l = t.rowStart(i); l < t.rowStart(i + 1); l++) {
          sum[t.column(k) * n + t.column(l)] += t.value(k) * t.value(l);
          count[t.column(k) * n + t.column(l)]++;
        }
      }
    }
    for (int e = 0; e < sum.length; e++) {
      sum[e] = count[e] == 0 ? 0 : sum[e] / count[e];
    }
    return sum;
  }
}
