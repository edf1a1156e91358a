package org.slrm.internal.transform;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.special.Normal;

/** How transforms are estimated. */
public enum Shape {
  /** Quantile-normal: values become normally distributed. */
  NORMAL {
    @Override
    ColumnTransform transform(ColumnValues column) {
      int knots = Math.min(column.count(), KNOTS);
      double[] rank = column.ranks();
      double[] from = new double[knots];
      double[] to = new double[knots];
      int count = 0;
      for (int k = 0; k < knots; k++) {
        int at = (int) ((long) k * (column.count() - 1) / (knots - 1));
        double fraction = Math.min(Math.max(rank[at], SMALLEST_FRACTION), 1 - SMALLEST_FRACTION);
        double score = Normal.quantile(fraction);
        // With very uneven weights, some entries have a negligible fraction.
        if (count == 0 || score > to[count - 1]) {
          from[count] = column.value()[at];
          to[count++] = score;
        }
      }
      return count < 2
          ? ColumnTransform.NONE
          : new ColumnTransform(Arrays.copyOf(from, count), Arrays.copyOf(to, count));
    }
  },

  /** The logarithm for columns with a long tail, otherwise the identity. */
  LOG {
    @Override
    ColumnTransform transform(ColumnValues column) {
      double[] rank = column.ranks();
      double low = at(column, rank, TAIL);
      double middle = at(column, rank, 0.5);
      double high = at(column, rank, 1 - TAIL);
      boolean right = high - middle > SKEWED * (middle - low) && middle > low;
      boolean left = middle - low > SKEWED * (high - middle) && high > middle;
      if (right) {
        return logarithm(low, middle, high, column.value()[column.count() - 1]);
      }
      if (left) {
        ColumnTransform mirrored = logarithm(-high, -middle, -low, -column.value()[0]);
        return new ColumnTransform(reflected(mirrored.from()), reflected(mirrored.to()));
      }
      return ColumnTransform.NONE;
    }
  };

  /** Knots of a transform; more would fit noise. */
  private static final int KNOTS = 65;

  /** Fraction of the entries in each tail. */
  private static final double TAIL = 0.05;

  /** Fractions nearer to 0 or 1 than this are lost in rounding. */
  private static final double SMALLEST_FRACTION = 1e-12;

  /** A tail is long when it is this multiple of the other. */
  private static final double SKEWED = 1.5;

  /** With fewer distinct values a column is not transformed. */
  private static final int MIN = 16;

  ColumnTransform of(ColumnValues column) {
    ColumnTransform estimated = column.count() < MIN ? ColumnTransform.NONE : transform(column);
    return estimated == ColumnTransform.NONE ? estimated : column.standardised(estimated);
  }

  abstract ColumnTransform transform(ColumnValues column);

  /** The first value with at least this fraction of entries below. */
  private static double at(ColumnValues column, double[] rank, double fraction) {
    int k = Arrays.binarySearch(rank, fraction);
    return column.value()[Math.min(k < 0 ? -k - 1 : k, rank.length - 1)];
  }

  /**
   * log(z + s) above the lower of three quantiles, with the s that makes them equally spaced: (q₂ +
   * s)² = (q₁ + s)(q₃ + s). The result does not depend on unit or zero of the column.
   */
  private static ColumnTransform logarithm(double low, double middle, double high, double last) {
    double s = (middle * middle - low * high) / (low + high - 2 * middle);
    double[] from = new double[KNOTS];
    double ratio = (Math.max(last, high) + s) / (low + s);
    for (int k = 0; k < KNOTS; k++) {
      from[k] = (low + s) * Math.pow(ratio, k / (KNOTS - 1.0)) - s;
    }
    double[] to = Arrays.stream(from).map(z -> Math.log((z + s) / (low + s))).toArray();
    return new ColumnTransform(from, to);
  }

  private static double[] reflected(double[] values) {
    return IntStream.rangeClosed(1, values.length)
        .mapToDouble(k -> -values[values.length - k])
        .toArray();
  }
}
