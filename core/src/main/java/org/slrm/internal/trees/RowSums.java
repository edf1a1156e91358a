package org.slrm.internal.trees;

/**
 * Gradient and curvature of rows as whole numbers of a unit (F-3): their sums are exact, so that
 * any order of rows, any number of threads and subtraction give the same bits.
 *
 * <p>Where curvatures are whole numbers themselves, as those of numeric labels with whole weights
 * are, both share one long: the gradient above, the curvature in the lowest 24 bits. Otherwise they
 * follow each other.
 */
final class RowSums {
  /** Bits of the curvature where both share a number. */
  static final int LOW = 24;

  static final long MASK = (1L << LOW) - 1;

  /** Bits of a sum of gradients, its sign aside. */
  private static final int BITS = 39;

  private static final int WIDE_BITS = 61;

  /** Of curvatures, with room to grow from where they were looked at. */
  private static final int CURVATURE_BITS = 45;

  private static final double ROUNDING = 1e-9;

  /** Whether both share one number. */
  final boolean packed;

  /** Numbers per row and bin. */
  final int stride;

  /** Whole numbers to one of curvature. */
  final double curvatureUnit;

  /** Whole numbers to one of gradient; changes as gradients shrink. */
  private double gradientUnit = 1;

  /** Curvature of an average row of weight 1. */
  private double average = 1;

  private final double weight;

  /**
   * For rows that weigh so much together, curvature included.
   *
   * @param whole whether every row's curvature is a whole number
   */
  RowSums(double weight, boolean whole) {
    this.weight = weight;
    packed = whole && weight <= MASK;
    stride = packed ? 1 : 2;
    curvatureUnit = packed ? 1 : unit(weight, CURVATURE_BITS);
  }

  /** The largest power of two by which numbers of this sum stay within the bits. */
  private static double unit(double sum, int bits) {
    return Math.scalb(1.0, bits - 1 - Math.getExponent(sum));
  }

  /** The most that curvatures add up to. */
  double weight() {
    return weight;
  }

  /** Takes gradients up to this size, before weights. */
  void largest(double gradient) {
    gradientUnit = unit(Math.max(gradient, Double.MIN_NORMAL) * weight, packed ? BITS : WIDE_BITS);
  }

  /** Takes rows whose average curvature is this; 1 unless said. */
  void average(double curvature) {
    // A hair less: as many average rows are enough, however sums are rounded.
    average = curvature * (1 - ROUNDING);
  }

  /** What the curvatures of the given number of average rows add up to, in units. */
  double ofRows(double count) {
    return count * curvatureUnit * average;
  }

  /** Puts in row k with a gradient before weights, its weight, and its curvature with weight. */
  void put(long[] rows, int k, double gradient, double rowWeight, double curvature) {
    if (packed) {
      // Times the weight after rounding: a row of weight 2 is the row twice.
      long g = Math.round(gradient * gradientUnit) * (long) rowWeight;
      rows[k] = (g << LOW) + (long) curvature;
    } else {
      rows[2 * k] = Math.round(gradient * rowWeight * gradientUnit);
      rows[2 * k + 1] = Math.round(curvature * curvatureUnit);
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

  /** The step −G/(H + l2) that lowers the loss most, for sums in units. */
  double step(long gradient, long curvature, double l2) {
    double h = curvature / curvatureUnit + l2;
    return h > 0 ? -(gradient / gradientUnit) / h : 0;
  }
}
