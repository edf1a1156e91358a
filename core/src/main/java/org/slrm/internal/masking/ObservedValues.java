package org.slrm.internal.masking;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;

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
    int bin = 0;
    for (int e = 0; e < order.length; e++) {
      int k = order[e];
      bin =
          few
              ? bin + (e > 0 && value[k] > value[order[e - 1]] ? 1 : 0)
              : Math.min(BINS - 1, (int) (BINS * (before + weight[k] / 2) / total));
      sum[bin] += weight[k] * value[k];
      count[bin] += weight[k];
      before += weight[k];
    }
    int[] used = IntStream.range(0, BINS).filter(b -> count[b] > 0).toArray();
    return new ObservedValues(
        IntStream.of(used).mapToDouble(b -> sum[b] / count[b]).toArray(),
        IntStream.of(used).mapToDouble(b -> count[b]).toArray(),
        rows - total);
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
