package org.slrm.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about each column from its known entries alone.
 *
 * <pre>{@code
 * ColumnStatistics s = x.statistics();
 * double mean = s.mean(3);   // NaN where the column has no known entry
 * s.constant();             // columns that never vary
 * }</pre>
 *
 * @param rows how many rows there are, each as often as its weight says
 * @param known number of known entries
 * @param weight how many rows they count for: their number unless rows have weights
 * @param mean their mean, NaN without any; the middle of their range when their sum overflows
 * @param variance their variance with divisor weight, 0 for a constant column, NaN without any
 * @param min smallest, NaN without any
 * @param max largest, NaN without any
 */
public record ColumnStatistics(
    double rows,
    int[] known,
    double[] weight,
    double[] mean,
    double[] variance,
    double[] min,
    double[] max) {
  /** Copies the arrays. */
  public ColumnStatistics {
    known = known.clone();
    weight = weight.clone();
    mean = mean.clone();
    variance = variance.clone();
    min = min.clone();
    max = max.clone();
  }

  /** Computes them in two passes, so that a large mean does not spoil a small variance. */
  static ColumnStatistics of(IncompleteMatrix x, double @Nullable [] weights) {
    ColumnSums sums = new ColumnSums(x.columns());
    sums.add(x, weights);
    return sums.statistics(ColumnSums.squares(x, weights, sums.mean()));
  }

  /** The statistics of the columns from {@code from} to {@code to}, the latter not included. */
  public ColumnStatistics columns(int from, int to) {
    return new ColumnStatistics(
        rows,
        Arrays.copyOfRange(known, from, to),
        Arrays.copyOfRange(weight, from, to),
        Arrays.copyOfRange(mean, from, to),
        Arrays.copyOfRange(variance, from, to),
        Arrays.copyOfRange(min, from, to),
        Arrays.copyOfRange(max, from, to));
  }

  /** Number of columns. */
  public int columns() {
    return known.length;
  }

  /** Number of known entries of each column, a copy. */
  @Override
  public int[] known() {
    return known.clone();
  }

  /** Number of known entries of column j. */
  public int known(int j) {
    return known[j];
  }

  /** Weight of the known entries of each column, a copy. */
  @Override
  public double[] weight() {
    return weight.clone();
  }

  /** Weight of the known entries of column j. */
  public double weight(int j) {
    return weight[j];
  }

  /** Mean of each column, a copy. */
  @Override
  public double[] mean() {
    return mean.clone();
  }

  /** Mean of column j. */
  public double mean(int j) {
    return mean[j];
  }

  /** Variance of each column, a copy. */
  @Override
  public double[] variance() {
    return variance.clone();
  }

  /** Variance of column j. */
  public double variance(int j) {
    return variance[j];
  }

  /** Smallest entry of each column, a copy. */
  @Override
  public double[] min() {
    return min.clone();
  }

  /** Smallest entry of column j. */
  public double min(int j) {
    return min[j];
  }

  /** Largest entry of each column, a copy. */
  @Override
  public double[] max() {
    return max.clone();
  }

  /** Largest entry of column j. */
  public double max(int j) {
    return max[j];
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
