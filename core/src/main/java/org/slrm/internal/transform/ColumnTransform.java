package org.slrm.internal.transform;

import java.io.Serializable;
import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * An increasing piecewise linear function through knots, linear beyond the ends.
 *
 * @param from positions of the knots, increasing
 * @param to values at the knots, increasing
 */
record ColumnTransform(double[] from, double[] to) implements Serializable {
  /** The identity. */
  static final ColumnTransform NONE =
      new ColumnTransform(new double[] {-1, 1}, new double[] {-1, 1});

  ColumnTransform {
    Checks.equal("values of a transform", to.length, "its knots", from.length);
    Checks.atLeast("knots of a transform", from.length, 2);
    for (int k = 1; k < from.length; k++) {
      if (!(from[k] > from[k - 1] && to[k] > to[k - 1])) {
        throw new IllegalArgumentException(
            "knots of a transform must increase, but knot " + k + " does not");
      }
    }
  }

  /** The function's value. */
  double value(double z) {
    return interpolated(from, to, z);
  }

  /** The inverse function. */
  double inverse(double u) {
    return interpolated(to, from, u);
  }

  private static double interpolated(double[] x, double[] y, double at) {
    int below = 0;
    // A branch-free search: branches would mostly be mispredicted.
    for (int step = Integer.highestOneBit(x.length); step > 0; step >>= 1) {
      int next = Math.min(below + step, x.length);
      below = x[next - 1] < at ? next : below;
    }
    if (below < x.length && x[below] == at) {
      return y[below];
    }
    int k = Math.min(Math.max(below, 1), x.length - 1);
    return y[k - 1] + (at - x[k - 1]) * ((y[k] - y[k - 1]) / (x[k] - x[k - 1]));
  }

  /** With values centred and scaled. */
  ColumnTransform standardised(double mean, double deviation) {
    return new ColumnTransform(from, Arrays.stream(to).map(u -> (u - mean) / deviation).toArray());
  }
}
