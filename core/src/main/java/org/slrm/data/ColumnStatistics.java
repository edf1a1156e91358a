package org.slrm.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is known about each column from its known entries alone.
 *
 * <pre>{@code
 * ColumnStatistics s = x.statistics();
 * double mean = s.mean()[3];   // NaN where the column has no known entry
 * s.constant();               // columns that never vary
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
    ColumnSums sums = new ColumnSums(x.columns());
    sums.add(x);
    return sums.statistics(ColumnSums.squares(x, sums.mean()));
  }

  /** The statistics of the columns from {@code from} to {@code to}, the latter not included. */
  public ColumnStatistics columns(int from, int to) {
    return new ColumnStatistics(
        Arrays.copyOfRange(known, from, to),
        Arrays.copyOfRange(mean, from, to),
        Arrays.copyOfRange(variance, from, to),
        Arrays.copyOfRange(min, from, to),
        Arrays.copyOfRange(max, from, to));
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
