package org.slrm.data;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known about each column from its known entries alone.
 *
 * <pre>{@code
 * ColumnStatistics s = x.statistics();
 * s.mean()[3];      // NaN where the column has no known entry
 * s.constant();     // columns that never vary
 * }</pre>
 *
 * @param known number of known entries
 * @param mean their mean, NaN without any; the middle of their range when their sum overflows
 * @param variance their variance with divisor known, 0 for a constant column, NaN without any
 * @param min smallest, NaN without any
 * @param max largest, NaN without any
 */
public record ColumnStatistics(
    int[] known, double[] mean, double[] variance, double[] min, double[] max) {

  /** Computes them in two passes, so that a large mean does not spoil a small variance. */
  static ColumnStatistics of(IncompleteMatrix x) {
    int columns = x.columns();
    int[] known = new int[columns];
    double[] mean = new double[columns];
    double[] variance = new double[columns];
    double[] min = new double[columns];
    double[] max = new double[columns];
    java.util.Arrays.fill(min, Double.POSITIVE_INFINITY);
    java.util.Arrays.fill(max, Double.NEGATIVE_INFINITY);
    for (int k = 0; k < x.known(); k++) {
      int j = x.column(k);
      known[j]++;
      mean[j] += x.value(k);
      min[j] = Math.min(min[j], x.value(k));
      max[j] = Math.max(max[j], x.value(k));
    }
    for (int j = 0; j < columns; j++) {
      mean[j] = known[j] == 0 ? Double.NaN : min[j] == max[j] ? min[j] : mean[j] / known[j];
      if (Double.isInfinite(mean[j])) {
        // The sum left the range of a double; the middle of the range is as good a centre.
        mean[j] = min[j] / 2 + max[j] / 2;
      }
    }
    for (int k = 0; k < x.known(); k++) {
      double r = x.value(k) - mean[x.column(k)];
      variance[x.column(k)] += r * r;
    }
    for (int j = 0; j < columns; j++) {
      variance[j] = known[j] == 0 ? Double.NaN : variance[j] / known[j];
      min[j] = known[j] == 0 ? Double.NaN : min[j];
      max[j] = known[j] == 0 ? Double.NaN : max[j];
    }
    return new ColumnStatistics(known, mean, variance, min, max);
  }

  /** Columns without a known entry. */
  public List<Integer> allMissing() {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < known.length; j++) {
      if (known[j] == 0) {
        found.add(j);
      }
    }
    return found;
  }

  /** Columns with known entries that are all the same. */
  public List<Integer> constant() {
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < known.length; j++) {
      if (known[j] > 0 && min[j] == max[j]) {
        found.add(j);
      }
    }
    return found;
  }
}
