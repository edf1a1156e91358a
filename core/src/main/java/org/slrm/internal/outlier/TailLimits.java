package org.slrm.internal.outlier;

import java.util.Arrays;
import java.util.Optional;
import org.slrm.internal.transform.ColumnValues;

/**
 * Limits on either side of the median that a column of n values without outliers exceeds with a
 * probability of about 1/100. They are extrapolated from quantiles, which up to 10 % of
 * outliers hardly change. With a and b the distances from the median to the quartile and the decile
 * of a side,
 *
 * <pre>
 * limit = b (log(100 n) / log 5)^s,   s = log(b/a) / log(log 5 / log 2) or that of normal tails
 * </pre>
 *
 * <p>This is exact for exponential tails and too large for normal ones. For positive columns, the
 * limits of the logarithms are used where they are wider, up to {@link
 * OutlierRules#MAX_LOG_FACTOR}.
 *
 * @param below distance of the lower limit from the median
 * @param above distance of the upper limit from the median
 * @param smallest lower limit of positive columns by logarithms, ∞ for others
 * @param largest upper limit of positive columns by logarithms, −∞ for others
 */
record TailLimits(double median, double below, double above, double smallest, double largest) {
  private static final double[] QUANTILES = {0.1, 0.25, 0.5, 0.75, 0.9};
  private static final double LOG_5 = Math.log(5);

  /** The exponent of normal tails between these quantiles. */
  private static final double NORMAL = Math.log(1.9) / Math.log(LOG_5 / Math.log(2));

  /** Values with weight 1. */
  static Optional<TailLimits> of(double[] values) {
    double[] weights = new double[values.length];
    Arrays.fill(weights, 1);
    return of(values, weights, values.length);
  }

  /**
   * The limits; empty with too few values, or where equal values make quantiles coincide.
   *
   * @param n number of values of the column, of which these may be a sample
   */
  static Optional<TailLimits> of(double[] values, double[] weights, double n) {
    ColumnValues distinct = ColumnValues.of(values, weights);
    double[] rest = withoutPointMass(distinct.weight());
    double total = Arrays.stream(rest).sum();
    if (total < OutlierRules.MIN_VALUES) {
      return Optional.empty();
    }
    double[] q = quantiles(distinct.value(), rest, total);
    for (int k = 1; k < q.length; k++) {
      if (!(q[k] > q[k - 1])) {
        return Optional.empty();
      }
    }
    double far = Math.log(OutlierRules.INVERSE_FALSE_ALARM_RATE * n) / LOG_5;
    double below = below(q, far);
    double above = above(q, far);
    double smallest = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    if (q[0] > 0) {
      double[] log = Arrays.stream(q).map(Math::log).toArray();
      smallest =
          Math.max(Math.exp(log[2] - below(log, far)), q[2] - OutlierRules.MAX_LOG_FACTOR * below);
      largest =
          Math.min(Math.exp(log[2] + above(log, far)), q[2] + OutlierRules.MAX_LOG_FACTOR * above);
    }
    return Double.isFinite(below) && Double.isFinite(above)
        ? Optional.of(new TailLimits(q[2], below, above, smallest, largest))
        : Optional.empty();
  }

  private static double below(double[] q, double far) {
    return side(q[2] - q[1], q[2] - q[0], far);
  }

  private static double above(double[] q, double far) {
    return side(q[3] - q[2], q[4] - q[2], far);
  }

  private static double side(double a, double b, double far) {
    double s = Math.max(NORMAL, Math.log(b / a) / Math.log(LOG_5 / Math.log(2)));
    return b * Math.pow(far, s);
  }

  /** The smallest value that is no outlier, for a multiple of the distance. */
  double low(double factor) {
    return Math.min(median - factor * below, smallest);
  }

  /** The largest value that is no outlier, for a multiple of the distance. */
  double high(double factor) {
    return Math.max(median + factor * above, largest);
  }

  boolean outside(double value, double factor) {
    return value < low(factor) || value > high(factor);
  }

  /** Weights of distinct values, 0 for a point mass such as the zeros of a zero-inflated column. */
  private static double[] withoutPointMass(double[] weight) {
    double[] rest = weight.clone();
    int largest = 0;
    for (int k = 1; k < rest.length; k++) {
      largest = rest[k] > rest[largest] ? k : largest;
    }
    if (rest.length > 0 && rest[largest] >= OutlierRules.POINT_MASS * Arrays.stream(rest).sum()) {
      rest[largest] = 0;
    }
    return rest;
  }

  private static double[] quantiles(double[] value, double[] weight, double total) {
    double[] out = new double[QUANTILES.length];
    double below = 0;
    int k = -1;
    for (int s = 0; s < out.length; s++) {
      while (k + 1 < value.length && (k < 0 || below < QUANTILES[s] * total)) {
        k++;
        below += weight[k];
      }
      out[s] = value[k];
    }
    return out;
  }
}
