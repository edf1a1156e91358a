package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A factor of the standard error by what errors depend on. */
class ErrorScaleTest {
  private static ErrorScale.PiecewiseLinear curve(double... points) {
    int n = points.length / 2;
    double[] from = new double[n];
    double[] to = new double[n];
    for (int k = 0; k < n; k++) {
      from[k] = points[2 * k];
      to[k] = points[2 * k + 1];
    }
    return new ErrorScale.PiecewiseLinear(from, to);
  }

  private static double log(ErrorScale scale, double eta, double logError, double known) {
    return Math.log(scale.factor(new double[] {eta, logError, known})) / 2;
  }

  @Test
  void curvesAreStraightBetweenKnotsAndLevelBeyond() {
    ErrorScale scale =
        new ErrorScale(List.of(curve(0, 1, 2, 2), curve(0, 0.5, 1, 0.1), curve(1, 0, 2, 0.3)));
    assertEquals(1.5 + 0.3 + 0.15, log(scale, 1, 0.5, 1.5), 1e-12);
    assertEquals(2 + 0.5 + 0.3, log(scale, 9, -9, 9), 1e-12);
    assertEquals(1 + 0.5 + 0.3, log(scale, -9, -9, 9), 1e-12);
  }

  @Test
  void aRowLessSureThanAllThatWereSeenIsNotCalledSurer() {
    // Errors fell with the standard error, and with what was missing.
    ErrorScale scale = new ErrorScale(List.of(curve(), curve(0, 0.5, 1, -1), curve(1, -2, 2, 0.3)));
    assertEquals(-1 - 2, log(scale, 0, 1, 1), 1e-12);
    assertEquals(0.5 + 0.3, log(scale, 0, 1.1, 0.9), 1e-12);
  }
}
