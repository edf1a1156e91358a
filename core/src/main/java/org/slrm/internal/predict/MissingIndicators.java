package org.slrm.internal.predict;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;

/**
 * "Is missing" indicators as further features: 1 where a feature is missing and 0 where it is
 * observed, centred and scaled by the fraction q of missing entries: (1 − q)/s or −q/s with s² =
 * q(1 − q).
 *
 * @param features number of original features
 * @param source the features that have an indicator, increasing
 * @param fraction fraction of rows where each is missing
 */
public record MissingIndicators(int features, int[] source, double[] fraction) {
  /** A feature missing or observed in a smaller fraction of rows gets no indicator. */
  private static final double MIN = 0.01;

  /** Checks that the parts fit. */
  public MissingIndicators {
    Checks.equal(
        "number of missing fractions", fraction.length, "number of indicators", source.length);
    for (int k = 0; k < source.length; k++) {
      Checks.index("source of indicator " + k, source[k], features);
      Checks.positive("missing fraction of indicator " + k, fraction[k]);
      Checks.positive("observed fraction of indicator " + k, 1 - fraction[k]);
      if (k > 0 && source[k] <= source[k - 1]) {
        throw new IllegalArgumentException(
            "sources of indicators must increase, got " + source[k] + " after " + source[k - 1]);
      }
    }
  }

  /** No indicators. */
  public static MissingIndicators none(int features) {
    return new MissingIndicators(features, new int[0], new double[0]);
  }

  /**
   * Indicators of features that are sometimes missing, one per distinct pattern; null weights are
   * 1.
   */
  public static MissingIndicators of(IncompleteMatrix x, double @Nullable [] weights) {
    double[] observed = new double[x.columns()];
    long[] patternHash = new long[x.columns()];
    double rows = 0;
    for (int i = 0; i < x.rows(); i++) {
      double w = weights == null ? 1 : weights[i];
      rows += w;
      // A random 64-bit number per row: equal sums mean the same rows.
      long hash = mixed(i + 1);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        observed[x.column(k)] += w;
        patternHash[x.column(k)] += hash;
      }
    }
    double all = rows;
    IntToDoubleFunction missing = j -> 1 - observed[j] / all;
    Set<Long> seen = new HashSet<>();
    int[] source =
        IntStream.range(0, x.columns())
            .filter(j -> missing.applyAsDouble(j) >= MIN && missing.applyAsDouble(j) <= 1 - MIN)
            .filter(j -> seen.add(patternHash[j]))
            .toArray();
    double[] fraction = IntStream.of(source).mapToDouble(missing).toArray();
    return new MissingIndicators(x.columns(), source, fraction);
  }

  /** The mixing function of SplitMix64. */
  private static long mixed(long row) {
    long z = row * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Number of indicators. */
  public int count() {
    return source.length;
  }

  /** The table with its indicators to the right. */
  public IncompleteMatrix beside(IncompleteMatrix x) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(Math.max(1, count()));
    double[] values = new double[count()];
    for (int i = 0; i < x.rows(); i++) {
      values(x.row(i).indices(), x.observed(i), values);
      for (int k = 0; k < values.length; k++) {
        out.entry(k, values[k]);
      }
      out.endRow();
    }
    return count() == 0 ? x : x.besides(out.build());
  }

  /** Values of the indicators for rows whose observed features are the first m given. */
  public void values(int[] observed, int m, double[] out) {
    for (int k = 0, e = 0; k < source.length; k++) {
      while (e < m && observed[e] < source[k]) {
        e++;
      }
      double missing = e < m && observed[e] == source[k] ? 0 : 1;
      out[k] = (missing - fraction[k]) / Math.sqrt(fraction[k] * (1 - fraction[k]));
    }
  }
}
