package org.slrm.internal.label;

import java.io.Serializable;
import org.slrm.internal.check.Checks;

/**
 * The calibration of log-odds by held-out rows (Y-8): an increasing map of η, linear (temperature
 * and shift) or through knots (isotonic), constant beyond the outer ones.
 *
 * @param slope of the linear map
 * @param shift of the linear map
 * @param from knots, increasing; none for a linear map
 * @param to values at the knots, not decreasing
 */
public record ProbabilityMap(double slope, double shift, double[] from, double[] to)
    implements Serializable {
  /** The identity. */
  public static final ProbabilityMap NONE = linear(1, 0);

  /** Checks that it increases. */
  public ProbabilityMap {
    Checks.equal("knots", from.length, "their values", to.length);
    if (!(slope > 0)) {
      throw new IllegalArgumentException("slope must be above 0, got " + slope);
    }
    for (int k = 1; k < from.length; k++) {
      if (!(from[k] > from[k - 1]) || !(to[k] >= to[k - 1])) {
        throw new IllegalArgumentException(
            "knots must increase and their values not fall, got knot " + from[k]);
      }
    }
  }

  public static ProbabilityMap linear(double slope, double shift) {
    return new ProbabilityMap(slope, shift, new double[0], new double[0]);
  }

  /** A map through knots. */
  public static ProbabilityMap through(double[] from, double[] to) {
    return new ProbabilityMap(1, 0, from, to);
  }

  /** Its name in reports. */
  public String name() {
    return from.length > 0 ? "isotonic" : slope == 1 && shift == 0 ? "none" : "temperature";
  }

  /** The calibrated log-odds. */
  public double apply(double eta) {
    if (from.length == 0) {
      return slope * eta + shift;
    }
    return ErrorScale.PiecewiseLinear.interpolated(from, to, eta);
  }

  /** The slope of the map. */
  public double slopeAt(double eta) {
    double h = 1e-4;
    return (apply(eta + h) - apply(eta - h)) / (2 * h);
  }
}
