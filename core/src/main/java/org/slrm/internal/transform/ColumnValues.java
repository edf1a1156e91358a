package org.slrm.internal.transform;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.special.SortOrder;

/**
 * The distinct values of a column with their weights.
 *
 * @param value increasing
 * @param weight how often each occurs
 */
public record ColumnValues(double[] value, double[] weight) {
  /** The observed entries of a column, given as a row of the transposed table. */
  static ColumnValues of(IncompleteMatrix columns, int j, double @Nullable [] weights) {
    int m = columns.observed(j);
    int from = columns.rowStart(j);
    double[] values = IntStream.range(from, from + m).mapToDouble(columns::value).toArray();
    if (weights == null) {
      Arrays.sort(values);
      return counted(values);
    }
    double[] ofEntry = new double[m];
    Arrays.setAll(ofEntry, e -> weights[columns.column(from + e)]);
    return of(values, ofEntry);
  }

  /** The distinct of some values, in any order. */
  public static ColumnValues of(double[] values, double[] weights) {
    double[] value = new double[values.length];
    double[] weight = new double[values.length];
    int count = 0;
    for (int i : SortOrder.by(values.length, k -> values[k])) {
      if (count == 0 || values[i] > value[count - 1]) {
        value[count++] = values[i];
      }
      weight[count - 1] += weights[i];
    }
    return new ColumnValues(Arrays.copyOf(value, count), Arrays.copyOf(weight, count));
  }

  private static ColumnValues counted(double[] sorted) {
    double[] value = new double[sorted.length];
    double[] weight = new double[sorted.length];
    int count = 0;
    for (double v : sorted) {
      if (count == 0 || v > value[count - 1]) {
        value[count++] = v;
      }
      weight[count - 1]++;
    }
    return new ColumnValues(Arrays.copyOf(value, count), Arrays.copyOf(weight, count));
  }

  int count() {
    return value.length;
  }

  /** Fraction of entries below each value, plus half of those equal to it. */
  double[] ranks() {
    double total = Arrays.stream(weight).sum();
    double[] out = new double[value.length];
    double below = 0;
    for (int k = 0; k < out.length; k++) {
      out[k] = (below + weight[k] / 2) / total;
      below += weight[k];
    }
    return out;
  }

  /** A transform scaled to mean 0 and variance 1 on these entries. */
  ColumnTransform standardised(ColumnTransform transform) {
    double total = Arrays.stream(weight).sum();
    double mean = 0;
    for (int k = 0; k < value.length; k++) {
      mean += weight[k] / total * transform.value(value[k]);
    }
    double variance = 0;
    for (int k = 0; k < value.length; k++) {
      double deviation = transform.value(value[k]) - mean;
      variance += weight[k] / total * deviation * deviation;
    }
    return transform.standardised(mean, Math.sqrt(variance));
  }
}
