package org.slrm.internal.masking;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.special.Normal;

/**
 * The observed values of one feature, and the weight of the rows where it is missing. More than 100
 * different values are in bins of about equal weight.
 *
 * @param value the values, or means of the bins, increasing
 * @param weight weights of the bins
 * @param missing weight of the rows without a value
 */
public record ObservedValues(double[] value, double[] weight, double missing)
    implements Serializable {
  private static final int BINS = 100;

  /** The values of every column. */
  public static ObservedValues[] of(IncompleteMatrix x, double @Nullable [] weights) {
    IncompleteMatrix columns = x.transposed();
    double rows = weights == null ? x.rows() : Arrays.stream(weights).sum();
    ObservedValues[] out = new ObservedValues[x.columns()];
    for (int j = 0; j < out.length; j++) {
      int from = columns.rowStart(j);
      int count = columns.observed(j);
      double[] value = new double[count];
      double[] weight = new double[count];
      for (int k = 0; k < count; k++) {
        value[k] = columns.value(from + k);
        weight[k] = weights == null ? 1 : weights[columns.column(from + k)];
      }
      out[j] = binned(value, weight, rows);
    }
    return out;
  }

  private static ObservedValues binned(double[] value, double[] weight, double rows) {
    int[] order =
        IntStream.range(0, value.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> value[k]))
            .mapToInt(k -> k)
            .toArray();
    double total = Arrays.stream(weight).sum();
    boolean few = IntStream.of(order).mapToDouble(k -> value[k]).distinct().count() <= BINS;
    double[] sum = new double[BINS];
    double[] count = new double[BINS];
    double before = 0;
    int distinct = 0;
    for (int from = 0, to; from < order.length; from = to) {
      // Equal values share a bin, so that a row of weight 2 equals two rows.
      double same = 0;
      for (to = from; to < order.length && value[order[to]] == value[order[from]]; to++) {
        same += weight[order[to]];
      }
      int bin = few ? distinct : Math.min(BINS - 1, (int) (BINS * (before + same / 2) / total));
      sum[bin] += same * value[order[from]];
      count[bin] += same;
      before += same;
      distinct++;
    }
    return of(sum, count, rows);
  }

  /** Length of the sums of rows elsewhere, for this number of features. */
  public static int sums(int features) {
    return 2 * BINS * features + 1;
  }

  /**
   * Adds the values of rows to sums and weights of bins between quantiles of normal distributions,
   * then the weight of all rows. Sums of parts can be added.
   */
  public static void add(
      IncompleteMatrix z,
      double @Nullable [] weights,
      double[] mean,
      double[] variance,
      int features,
      double[] sums) {
    for (int i = 0; i < z.rows(); i++) {
      double w = weights == null ? 1 : weights[i];
      sums[sums.length - 1] += w;
      for (int e = z.rowStart(i); e < z.rowStart(i + 1) && z.column(e) < features; e++) {
        int j = z.column(e);
        double distance = (z.value(e) - mean[j]) / Math.sqrt(Math.max(variance[j], 1e-300));
        int bin = Math.min(BINS - 1, (int) (BINS * Normal.cumulative(distance)));
        sums[2 * (j * BINS + bin)] += w * z.value(e);
        sums[2 * (j * BINS + bin) + 1] += w;
      }
    }
  }

  /** The values of features from such sums. */
  public static ObservedValues[] of(double[] sums, int features) {
    ObservedValues[] out = new ObservedValues[features];
    for (int j = 0; j < features; j++) {
      double[] sum = new double[BINS];
      double[] count = new double[BINS];
      for (int b = 0; b < BINS; b++) {
        sum[b] = sums[2 * (j * BINS + b)];
        count[b] = sums[2 * (j * BINS + b) + 1];
      }
      out[j] = of(sum, count, sums[sums.length - 1]);
    }
    return out;
  }

  private static ObservedValues of(double[] sum, double[] count, double rows) {
    int[] used = IntStream.range(0, BINS).filter(b -> count[b] > 0).toArray();
    return new ObservedValues(
        IntStream.of(used).mapToDouble(b -> sum[b] / count[b]).toArray(),
        IntStream.of(used).mapToDouble(b -> count[b]).toArray(),
        rows - Arrays.stream(count).sum());
  }

  /** Weight of the rows with a value. */
  public double total() {
    return Arrays.stream(weight).sum();
  }

  /** Mean of the values. */
  double mean() {
    return IntStream.range(0, value.length).mapToDouble(b -> weight[b] * value[b]).sum() / total();
  }

  /** Variance of the bins. */
  double variance() {
    double mean = mean();
    double sum = 0;
    for (int b = 0; b < value.length; b++) {
      sum += weight[b] * (value[b] - mean) * (value[b] - mean);
    }
    return sum / total();
  }
}
