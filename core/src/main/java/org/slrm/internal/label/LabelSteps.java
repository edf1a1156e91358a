package org.slrm.internal.label;

import java.util.function.IntToDoubleFunction;

/** Start, step size (D-1) and variance of η of methods that step by gradient and curvature. */
public final class LabelSteps {
  private static final int ROUNDS = 50;
  private static final double TOLERANCE = 1e-10;

  private LabelSteps() {}

  /**
   * Curvature of half the deviance for a step from η. Where no parabola bounds the loss, the
   * curvature may grow along the step: then the largest of those at the start, at the label's own
   * η, and the mean along the step, |g| over its length.
   */
  public static double curvature(Label kind, double y, double eta) {
    double c = kind.curvature(y, eta);
    if (kind.bounded()) {
      return c;
    }
    double end = kind.link(y);
    double mean = end == eta ? 0 : kind.gradient(y, eta) / (eta - end);
    return Math.max(Math.max(c, mean), kind.curvature(y, end));
  }

  /**
   * Curvature for a step from η that may be long: for a class on the wrong side of η = 0, that of
   * the parabola which touches the loss at η and lies above it (Y-2). There the loss is nearly
   * straight, and a Newton step could be arbitrarily long.
   */
  public static double curvatureOfLongSteps(Label kind, double y, double eta) {
    boolean wrongSide = kind.bounded() && !kind.noisy() && kind.gradient(y, eta) * eta > 0;
    if (!wrongSide) {
      return curvature(kind, y, eta);
    }
    Entry bound = new Entry();
    kind.entry(y, eta, 0, 1, bound);
    return bound.precision;
  }

  /**
   * The best constant η: the link of the mean label where that is optimal; where it is infinite, as
   * for labels of one class, that with one pseudo-row of η = 0.
   */
  public static double constant(
      Label kind, int rows, IntToDoubleFunction y, IntToDoubleFunction weight) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows; i++) {
      sum += weight.applyAsDouble(i) * y.applyAsDouble(i);
      total += weight.applyAsDouble(i);
    }
    if (total == 0) {
      return 0;
    }
    double mean = sum / total;
    double eta = kind.link(mean);
    if (kind.quadratic()) {
      return eta;
    }
    boolean reached = Math.abs(kind.mean(eta) - mean) <= 1e-12 * (1 + Math.abs(mean));
    return reached
        ? descended(kind, rows, y, weight, eta)
        : kind.link((sum + kind.mean(0)) / (total + 1));
  }

  /** Newton steps to the best η; none where the mean label is sufficient. */
  private static double descended(
      Label kind, int rows, IntToDoubleFunction y, IntToDoubleFunction weight, double from) {
    double eta = from;
    for (int round = 0; round < ROUNDS; round++) {
      double g = 0;
      double h = 0;
      for (int i = 0; i < rows; i++) {
        g += weight.applyAsDouble(i) * kind.gradient(y.applyAsDouble(i), eta);
        h += weight.applyAsDouble(i) * curvature(kind, y.applyAsDouble(i), eta);
      }
      if (Math.abs(g) <= TOLERANCE * h) {
        break;
      }
      eta -= g / h;
    }
    return eta;
  }

  /** Mean squared error of η beyond the labels' variance (D-2): Σ g² = Σ c + Σ c² v. */
  public static double excessVariance(
      Label kind, int rows, IntToDoubleFunction y, IntToDoubleFunction eta, IntToDoubleFunction w) {
    double excess = 0;
    double squares = 0;
    for (int i = 0; i < rows; i++) {
      double at = eta.applyAsDouble(i);
      double g = kind.gradient(y.applyAsDouble(i), at);
      double c = kind.curvature(y.applyAsDouble(i), at);
      if (!Double.isNaN(g)) {
        excess += w.applyAsDouble(i) * (g * g - c);
        squares += w.applyAsDouble(i) * c * c;
      }
    }
    return squares > 0 ? Math.max(0, excess / squares) : 0;
  }
}
