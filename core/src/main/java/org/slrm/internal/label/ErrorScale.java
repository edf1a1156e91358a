package org.slrm.internal.label;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.check.Checks;

/**
 * A factor of the standard error (P-6). Its logarithm is a sum of piecewise linear functions of the
 * prediction η, of the logarithm of the standard error, and of that of the number of observed
 * entries plus one, constant beyond the outer knots. A row with a larger standard error or fewer
 * entries than all rows of the fit gets the largest value of that function.
 *
 * @param curves the functions of the three inputs, or none for a factor of 1
 */
public record ErrorScale(List<PiecewiseLinear> curves) implements Serializable {
  /** A factor of 1. */
  public static final ErrorScale NONE = new ErrorScale(List.of());

  /** The inputs: prediction, standard error, observed entries. */
  public static final int INPUTS = 3;

  private static final int STANDARD_ERROR = 1;
  private static final int KNOWN = 2;

  /** Largest factor. */
  private static final double MAX = Math.log(100);

  /**
   * A piecewise linear function.
   *
   * @param from positions of the knots, increasing
   * @param to values there
   */
  public record PiecewiseLinear(double[] from, double[] to) implements Serializable {
    /** Checks that positions increase. */
    public PiecewiseLinear {
      Checks.equal("knots", from.length, "their values", to.length);
      for (int k = 0; k < from.length; k++) {
        Checks.finite("knot", from[k]);
        Checks.finite("value at a knot", to[k]);
        if (k > 0 && !(from[k] > from[k - 1])) {
          throw new IllegalArgumentException("knots must increase, got " + from[k]);
        }
      }
    }

    double at(double x) {
      return from.length == 0 ? 0 : interpolated(from, to, x);
    }

    /** The value at x of the line through the knots, constant beyond them. */
    static double interpolated(double[] from, double[] to, double x) {
      int n = from.length;
      int k = Arrays.binarySearch(from, x);
      if (k >= 0) {
        return to[k];
      }
      int above = ~k;
      if (above == 0 || above == n) {
        return to[above == 0 ? 0 : n - 1];
      }
      double fraction = (x - from[above - 1]) / (from[above] - from[above - 1]);
      return to[above - 1] + fraction * (to[above] - to[above - 1]);
    }
  }

  /** The largest value of a function beyond the least certain row of the fit. */
  private double at(int input, double x) {
    PiecewiseLinear curve = curves.get(input);
    int n = curve.from.length;
    boolean unsure =
        n > 0
            && (input == STANDARD_ERROR && x > curve.from[n - 1]
                || input == KNOWN && x < curve.from[0]);
    return unsure ? Arrays.stream(curve.to).max().orElseThrow() : curve.at(x);
  }

  /** Three functions or none. */
  public ErrorScale {
    curves = List.copyOf(curves);
    if (!curves.isEmpty()) {
      Checks.equal("functions", curves.size(), "inputs", INPUTS);
    }
  }

  /** The inputs. */
  public static double[] inputs(double eta, double variance, int observed) {
    return new double[] {eta, Math.log(variance) / 2, Math.log1p(observed)};
  }

  /** The factor of a row's variance. */
  public double factor(double eta, double variance, int observed) {
    if (curves.isEmpty() || !(variance > 0)) {
      return 1;
    }
    return factor(inputs(eta, variance, observed));
  }

  /** The factor of a row's variance, from its inputs. */
  public double factor(double[] x) {
    double sum = 0;
    for (int k = 0; k < curves.size(); k++) {
      sum += at(k, x[k]);
    }
    return Math.exp(2 * Math.max(-MAX, Math.min(MAX, sum)));
  }
}
