package org.slrm.internal.linalg;

/** Sums in two doubles, for small results of cancellation. */
final class DoubleDouble {
  private DoubleDouble() {}

  /** b − r − Σ_k a[from + k·step] x_k, rounded once. */
  static double residual(
      double b, double r, double[] a, int from, int step, double[] x, int count) {
    double high = b;
    double low = 0;
    for (int k = -1; k < count; k++) {
      // −a·x = product + rest exactly
      double factor = k < 0 ? 1 : a[from + k * step];
      double value = k < 0 ? r : x[k];
      double product = -factor * value;
      double rest = Math.fma(-factor, value, -product);
      double sum = high + product;
      double back = sum - high;
      low += (high - (sum - back)) + (product - back) + rest;
      high = sum;
    }
    return high + low;
  }
}
