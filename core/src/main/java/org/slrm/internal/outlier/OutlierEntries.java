package org.slrm.internal.outlier;

import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.OutlierBounds;

/** Finds features with a few outlying entries, beyond a multiple of the column's limits. */
final class OutlierEntries {
  private OutlierEntries() {}

  /** Limits of the features that have outliers. */
  static OutlierBounds of(IncompleteMatrix x, double @Nullable [] weights) {
    int[] counted =
        IntStream.range(0, x.rows()).filter(i -> weights == null || weights[i] > 0).toArray();
    int step = Math.max(1, counted.length / OutlierRules.MAX_LOOKED_AT);
    int[] some = IntStream.range(0, counted.length / step).map(r -> counted[r * step]).toArray();
    IncompleteMatrix columns = x.selectRows(some).transposed();
    double[] low = new double[x.columns()];
    double[] high = new double[x.columns()];
    for (int j = 0; j < low.length; j++) {
      Optional<TailLimits> limits = limits(columns, j, some, weights, step);
      low[j] = limits.map(r -> r.low(OutlierRules.ENTRY)).orElse(Double.NEGATIVE_INFINITY);
      high[j] = limits.map(r -> r.high(OutlierRules.ENTRY)).orElse(Double.POSITIVE_INFINITY);
    }
    int[] outlying = new int[low.length];
    int[] known = new int[low.length];
    for (int i : counted) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        known[j]++;
        outlying[j] += x.value(k) < low[j] || x.value(k) > high[j] ? 1 : 0;
      }
    }
    int[] found =
        IntStream.range(0, low.length)
            .filter(j -> outlying[j] > 0 && outlying[j] <= OutlierRules.MAX_ENTRIES * known[j])
            .toArray();
    return new OutlierBounds(
        found,
        IntStream.of(found).mapToDouble(j -> low[j]).toArray(),
        IntStream.of(found).mapToDouble(j -> high[j]).toArray());
  }

  private static Optional<TailLimits> limits(
      IncompleteMatrix columns, int j, int[] rows, double @Nullable [] weights, int step) {
    int first = columns.rowStart(j);
    double[] value = new double[columns.observed(j)];
    double[] weight = new double[value.length];
    double total = 0;
    for (int e = 0; e < value.length; e++) {
      value[e] = columns.value(first + e);
      weight[e] = weights == null ? 1 : weights[rows[columns.column(first + e)]];
      total += weight[e];
    }
    return TailLimits.of(value, weight, total * step);
  }
}
