package org.slrm.cli.report.feature;

import java.util.Arrays;

/**
 * A mean over rows, and the range of the middle 80 % of the rows.
 *
 * @param mean the mean
 * @param low 10 % quantile
 * @param high 90 % quantile
 */
public record Spread(double mean, double low, double high) {
  private static final double TENTH = 0.1;

  static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Spread(
        Arrays.stream(values).average().orElse(Double.NaN),
        quantile(sorted, TENTH),
        quantile(sorted, 1 - TENTH));
  }

  /** A quantile of sorted values with linear interpolation; NaN without values. */
  public static double quantile(double[] sorted, double level) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double at = level * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
