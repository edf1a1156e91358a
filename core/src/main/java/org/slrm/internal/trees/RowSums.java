package org.slrm.internal.trees;

/**
 * Gradient and curvature of rows as integers in a fixed unit (F-3). Their sums are exact, so any
 * order of rows, any number of threads and subtraction give the same bits.
 *
 * <p>Where curvatures are integers themselves, as for numeric labels with integer weights, both
 * share one long: the gradient above, the curvature in the lowest 24 bits. Otherwise they are two
 * numbers.
 */
final class RowSums {
  /** Bits of the curvature where both share a number. */
  static final int LOW = 24;

  static final long MASK = (1L << LOW) - 1;

  /** Bits of a sum of gradients without its sign. */
  private static final int BITS = 39;

  private static final int WIDE_BITS = 61;

  /** Bits of a sum of curvatures, with room for growth. */
  private static final int CURVATURE_BITS = 45;

  private static final double ROUNDING = 1e-9;

  /** Whether both share one number. */
  final boolean packed;

  /** Numbers per row and bin. */
  final int stride;

  /** Units per curvature of 1. */
  final double curvatureUnit;

  /** Units per gradient of 1; changes as gradients shrink. */
  private double gradientUnit = 1;

  /** Curvature of an average row of weight 1. */
  private double average = 1;

  private final double weight;

  /**
   * For rows with this total weight, including curvature.
   *
   * @param whole whether every row's curvature is an integer
   */
  RowSums(double weight, boolean whole) {
    this.weight = weight;
    packed = whole && weight <= MASK;
    stride = packed ? 1 : 2;
    curvatureUnit = packed ? 1 : unit(weight, CURVATURE_BITS);
  }

  /** The largest power of two that keeps sums of this size within the bits. */
  private static double unit(double sum, int bits) {
    return Math.scalb(1.0, bits - 1 - Math.getExponent(sum));
  }

  /** The largest sum of curvatures. */
  double weight() {
    return weight;
  }

  /** Accepts gradients up to this size, before weights. */
  void largest(double gradient) {
    gradientUnit = unit(Math.max(gradient, Double.MIN_NORMAL) * weight, packed ? BITS : WIDE_BITS);
  }

  /** Sets the average curvature of a row; 1 by default. */
  void average(double curvature) {
    // Slightly less, so that exactly this number of average rows is enough despite rounding.
    average = curvature * (1 - ROUNDING);
  }

  /** The sum of curvatures of this number of average rows, in units. */
  double ofRows(double count) {
    return count * curvatureUnit * average;
  }

  /** Stores row k with its gradient before weights, its weight, and its weighted curvature. */
  void put(long[] rows, int k, double gradient, double rowWeight, double curvature) {
    if (packed) {
      // Multiplied by the weight after rounding, so that a row of weight 2 equals two rows.
      long g = Math.round(gradient * gradientUnit) * (long) rowWeight;
      rows[k] = (g << LOW) + (long) curvature;
    } else {
      rows[2 * k] = Math.round(gradient * rowWeight * gradientUnit);
      rows[2 * k + 1] = Math.round(curvature * curvatureUnit);
    }
  }

  /** Stores sums in units as entry k. */
  void set(long[] to, int k, long gradient, long curvature) {
    if (packed) {
      to[k] = (gradient << LOW) + curvature;
    } else {
      to[2 * k] = gradient;
      to[2 * k + 1] = curvature;
    }
  }

  /** Sum of gradients of entry k, in units. */
  long gradient(long[] sums, int k) {
    return packed ? sums[k] >> LOW : sums[2 * k];
  }

  /** Sum of curvatures of entry k, in units. */
  long curvature(long[] sums, int k) {
    return packed ? sums[k] & MASK : sums[2 * k + 1];
  }

  /** The optimal step −G/(H + l2), for sums in units. */
  double step(long gradient, long curvature, double l2) {
    double h = curvature / curvatureUnit + l2;
    return h > 0 ? -(gradient / gradientUnit) / h : 0;
  }
}
