package org.slrm.data;

import java.util.Arrays;

/**
 * {@link ColumnStatistics} of rows that come in parts, in two passes: first the sums of every part,
 * then the squares around the means of all.
 *
 * <pre>{@code
 * ColumnSums sums = new ColumnSums(10);
 * parts.forEach(part -> sums.add(part));
 * double[] mean = sums.mean();
 * double[] squares = new double[10];
 * parts.forEach(part -> ColumnSums.addSquares(part, mean, squares));
 * ColumnStatistics s = sums.statistics(squares);
 * }</pre>
 */
public final class ColumnSums {
  private final int[] known;
  private final double[] sum;
  private final double[] min;
  private final double[] max;

  /** Sums of no rows. */
  public ColumnSums(int columns) {
    known = new int[columns];
    sum = new double[columns];
    min = new double[columns];
    max = new double[columns];
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
  }

  /** Adds rows. */
  public void add(IncompleteMatrix x) {
    for (int k = 0; k < x.known(); k++) {
      int j = x.column(k);
      known[j]++;
      sum[j] += x.value(k);
      min[j] = Math.min(min[j], x.value(k));
      max[j] = Math.max(max[j], x.value(k));
    }
  }

  /** Adds another part's sums. */
  public void merge(ColumnSums other) {
    for (int j = 0; j < known.length; j++) {
      known[j] = Math.addExact(known[j], other.known[j]);
      sum[j] += other.sum[j];
      min[j] = Math.min(min[j], other.min[j]);
      max[j] = Math.max(max[j], other.max[j]);
    }
  }

  /** Means of the known entries, NaN without any. */
  public double[] mean() {
    double[] mean = new double[known.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = known[j] == 0 ? Double.NaN : min[j] == max[j] ? min[j] : sum[j] / known[j];
      if (Double.isInfinite(mean[j])) {
        // The sum left the range of a double; the middle of the range is as good a centre.
        mean[j] = min[j] / 2 + max[j] / 2;
      }
    }
    return mean;
  }

  /** Sums of squares around the means. */
  public static double[] squares(IncompleteMatrix x, double[] mean) {
    double[] squares = new double[mean.length];
    addSquares(x, mean, squares);
    return squares;
  }

  /** Adds to sums of squares around the means; parts in order give the sums of the whole. */
  public static void addSquares(IncompleteMatrix x, double[] mean, double[] squares) {
    for (int k = 0; k < x.known(); k++) {
      double r = x.value(k) - mean[x.column(k)];
      squares[x.column(k)] += r * r;
    }
  }

  /** The statistics, given the squares of all parts. */
  public ColumnStatistics statistics(double[] squares) {
    double[] variance = new double[known.length];
    double[] least = min.clone();
    double[] most = max.clone();
    for (int j = 0; j < known.length; j++) {
      variance[j] = known[j] == 0 ? Double.NaN : squares[j] / known[j];
      least[j] = known[j] == 0 ? Double.NaN : min[j];
      most[j] = known[j] == 0 ? Double.NaN : max[j];
    }
    return new ColumnStatistics(known, mean(), variance, least, most);
  }

  /** All of it as one flat array, to be sent. */
  public double[] toArray() {
    int p = known.length;
    double[] out = new double[4 * p];
    for (int j = 0; j < p; j++) {
      out[j] = known[j];
    }
    System.arraycopy(sum, 0, out, p, p);
    System.arraycopy(min, 0, out, 2 * p, p);
    System.arraycopy(max, 0, out, 3 * p, p);
    return out;
  }

  /** From such an array. */
  public static ColumnSums ofArray(double[] array) {
    int p = array.length / 4;
    ColumnSums out = new ColumnSums(p);
    for (int j = 0; j < p; j++) {
      out.known[j] = (int) array[j];
    }
    System.arraycopy(array, p, out.sum, 0, p);
    System.arraycopy(array, 2 * p, out.min, 0, p);
    System.arraycopy(array, 3 * p, out.max, 0, p);
    return out;
  }
}
