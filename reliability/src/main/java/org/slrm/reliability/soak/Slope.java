package org.slrm.reliability.soak;

import java.util.List;
import java.util.Locale;

/**
 * A straight line fitted to points by least squares.
 *
 * @param perUnit change of y per unit of x
 * @param error half the width of its 95 % interval
 */
record Slope(double perUnit, double error) {
  private static final double NORMAL = 1.96;

  static Slope of(List<double[]> points) {
    int n = points.size();
    double meanX = points.stream().mapToDouble(p -> p[0]).average().orElse(0);
    double meanY = points.stream().mapToDouble(p -> p[1]).average().orElse(0);
    double xx = 0;
    double xy = 0;
    for (double[] p : points) {
      xx += (p[0] - meanX) * (p[0] - meanX);
      xy += (p[0] - meanX) * (p[1] - meanY);
    }
    double slope = xy / xx;
    double residual = 0;
    for (double[] p : points) {
      double r = p[1] - meanY - slope * (p[0] - meanX);
      residual += r * r;
    }
    return new Slope(slope, n < 3 ? Double.NaN : NORMAL * Math.sqrt(residual / (n - 2) / xx));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.4f (95 %%: %.4f to %.4f)", perUnit, perUnit - error, perUnit + error);
  }
}
