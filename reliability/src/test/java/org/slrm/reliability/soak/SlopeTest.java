package org.slrm.reliability.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlopeTest {
  @Test
  void pointsOnALineGiveItsSlopeWithoutUncertainty() {
    Slope slope = Slope.of(List.of(new double[] {0, 1}, new double[] {1, 3}, new double[] {2, 5}));
    assertEquals(2, slope.perUnit(), 1e-12);
    assertEquals(0, slope.error(), 1e-12);
  }

  @Test
  void theIntervalIsThatOfLeastSquares() {
    // By hand: residual sum of squares 0.7 with 2 degrees of freedom, sum of squares of x 5.
    Slope slope =
        Slope.of(
            List.of(
                new double[] {0, 1},
                new double[] {1, 2},
                new double[] {2, 2},
                new double[] {3, 4}));
    assertEquals(0.9, slope.perUnit(), 1e-12);
    assertEquals(1.96 * Math.sqrt(0.35 / 5), slope.error(), 1e-12);
  }
}
