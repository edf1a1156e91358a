package org.slrm.internal.transform;

import java.io.Serializable;
import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * A rising curve through knots, straight between them and beyond the ends.
 *
 * @param from where the knots are, increasing
 * @param to the curve's values there, increasing
 */
record ColumnTransform(double[] from, double[] to) implements Serializable {
  /** The straight line that changes nothing. */
  static final ColumnTransform NONE =
      new ColumnTransform(new double[] {-1, 1}, new double[] {-1, 1});

  ColumnTransform {
    Checks.equal("values of a curve", to.length, "its knots", from.length);
    Checks.atLeast("knots of a curve", from.length, 2);
    for (int k = 1; k < from.length; k++) {
      if (!(from[k] > from[k - 1] && to[k] > to[k - 1])) {
        throw new IllegalArgumentException("knots of a curve must rise, knot " + k + " does not");
      }
    }
  }

  /** The curve's value. */
  double value(double z) {
    return along(from, to, z);
  }

  /** Where the curve has a value. */
  double inverse(double u) {
    return along(to, from, u);
  }

  private static double along(double[] x, double[] y, double at) {
    int below = 0;
    // A search without guesses of the processor, which would mostly be wrong.
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

  /** The same with values centred and scaled. */
  ColumnTransform standardised(double mean, double deviation) {
    return new ColumnTransform(from, Arrays.stream(to).map(u -> (u - mean) / deviation).toArray());
  }
}
