package org.slrm.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of each column over its observed entries.
 *
 * <pre>{@code
 * ColumnStatistics s = x.statistics();
 * double mean = s.mean(3);   // NaN where the column has no observed entry
 * s.constant();             // columns that never vary
 * }</pre>
 *
 * @param rows total weight of the rows
 * @param known number of observed entries
 * @param weight their total weight: their number unless rows have weights
 * @param mean their mean, NaN without any; the middle of their range if their sum overflows
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

  /** Two passes, so that a large mean does not affect a small variance. */
  static ColumnStatistics of(IncompleteMatrix x, double @Nullable [] weights) {
    Sums sums = new Sums(x.columns());
    sums.add(x, weights);
    return sums.statistics(Sums.squares(x, weights, sums.mean()));
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

  /** Number of observed entries of each column, a copy. */
  @Override
  public int[] known() {
    return known.clone();
  }

  /** Number of observed entries of column j. */
  public int known(int j) {
    return known[j];
  }

  /** Weight of the observed entries of each column, a copy. */
  @Override
  public double[] weight() {
    return weight.clone();
  }

  /** Weight of the observed entries of column j. */
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

  /** Columns without an observed entry. */
  public List<Integer> allMissing() {
    return IntStream.range(0, known.length).filter(j -> known[j] == 0).boxed().toList();
  }

  /** Columns with observed entries that are all equal. */
  public List<Integer> constant() {
    return IntStream.range(0, known.length)
        .filter(j -> known[j] > 0 && min[j] == max[j])
        .boxed()
        .toList();
  }

  /**
   * {@link ColumnStatistics} of rows that come in parts, in two passes: first the sums of every
   * part, then the squares around the means of all.
   *
   * <pre>{@code
   * var sums = new ColumnStatistics.Sums(10);
   * parts.forEach(part -> sums.add(part, null));
   * double[] mean = sums.mean();
   * double[] squares = new double[10];
   * parts.forEach(part -> ColumnStatistics.Sums.addSquares(part, null, mean, squares));
   * ColumnStatistics s = sums.statistics(squares);
   * }</pre>
   */
  public static final class Sums {
    private final int[] known;
    private final double[] weight;
    private final double[] sum;
    private final double[] min;
    private final double[] max;
    private double rows;

    /** Sums of no rows. */
    public Sums(int columns) {
      known = new int[columns];
      weight = new double[columns];
      sum = new double[columns];
      min = new double[columns];
      max = new double[columns];
      Arrays.fill(min, Double.POSITIVE_INFINITY);
      Arrays.fill(max, Double.NEGATIVE_INFINITY);
    }

    /** Adds weighted rows; null weights are 1. */
    public void add(IncompleteMatrix x, double @Nullable [] weights) {
      for (int i = 0; i < x.rows(); i++) {
        double w = weights == null ? 1 : weights[i];
        rows += w;
        for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
          int j = x.column(k);
          known[j]++;
          weight[j] += w;
          sum[j] += w * x.value(k);
          min[j] = Math.min(min[j], x.value(k));
          max[j] = Math.max(max[j], x.value(k));
        }
      }
    }

    /** Adds another part's sums. */
    public void merge(Sums other) {
      rows += other.rows;
      for (int j = 0; j < known.length; j++) {
        known[j] = Math.addExact(known[j], other.known[j]);
        weight[j] += other.weight[j];
        sum[j] += other.sum[j];
        min[j] = Math.min(min[j], other.min[j]);
        max[j] = Math.max(max[j], other.max[j]);
      }
    }

    /** Means of the observed entries, NaN without any. */
    public double[] mean() {
      double[] mean = new double[known.length];
      for (int j = 0; j < mean.length; j++) {
        mean[j] = known[j] == 0 ? Double.NaN : min[j] == max[j] ? min[j] : sum[j] / weight[j];
        if (Double.isInfinite(mean[j])) {
          // The sum overflowed; the middle of the range is used instead.
          mean[j] = min[j] / 2 + max[j] / 2;
        }
      }
      return mean;
    }

    /** Sums of squares around the means; null weights are 1. */
    public static double[] squares(IncompleteMatrix x, double @Nullable [] weights, double[] mean) {
      double[] squares = new double[mean.length];
      addSquares(x, weights, mean, squares);
      return squares;
    }

    /**
     * Adds to sums of squares around the means; parts in order give the sums of the whole. Null
     * weights are 1.
     */
    public static void addSquares(
        IncompleteMatrix x, double @Nullable [] weights, double[] mean, double[] squares) {
      for (int i = 0; i < x.rows(); i++) {
        double w = weights == null ? 1 : weights[i];
        for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
          double r = x.value(k) - mean[x.column(k)];
          squares[x.column(k)] += w * (r * r);
        }
      }
    }

    /** The statistics, given the squares of all parts. */
    public ColumnStatistics statistics(double[] squares) {
      double[] variance = new double[known.length];
      double[] smallest = min.clone();
      double[] largest = max.clone();
      for (int j = 0; j < known.length; j++) {
        variance[j] = known[j] == 0 ? Double.NaN : squares[j] / weight[j];
        smallest[j] = known[j] == 0 ? Double.NaN : min[j];
        largest[j] = known[j] == 0 ? Double.NaN : max[j];
      }
      return new ColumnStatistics(rows, known, weight, mean(), variance, smallest, largest);
    }

    /** All of it as one flat array, for transfer. */
    public double[] toArray() {
      int p = known.length;
      double[] out = new double[5 * p + 1];
      Arrays.setAll(out, j -> j < p ? known[j] : 0);
      System.arraycopy(sum, 0, out, p, p);
      System.arraycopy(min, 0, out, 2 * p, p);
      System.arraycopy(max, 0, out, 3 * p, p);
      System.arraycopy(weight, 0, out, 4 * p, p);
      out[5 * p] = rows;
      return out;
    }

    /** From such an array. */
    public static Sums ofArray(double[] array) {
      int p = array.length / 5;
      Sums out = new Sums(p);
      Arrays.setAll(out.known, j -> (int) array[j]);
      System.arraycopy(array, p, out.sum, 0, p);
      System.arraycopy(array, 2 * p, out.min, 0, p);
      System.arraycopy(array, 3 * p, out.max, 0, p);
      System.arraycopy(array, 4 * p, out.weight, 0, p);
      out.rows = array[5 * p];
      return out;
    }
  }
}
