package org.slrm.paper.internal.step;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProximalStepTest {
  @Test
  void softTakesFromBothSidesAndStopsAtZero() {
    assertEquals(1.5, ProximalStep.soft(2, 0.5));
    assertEquals(-1.5, ProximalStep.soft(-2, 0.5));
    assertEquals(0, ProximalStep.soft(0.3, 0.5));
    assertEquals(-0.0, ProximalStep.soft(-0.3, 0.5));
    assertEquals(0, ProximalStep.soft(0.5, 0.5));
  }

  @Test
  void oneStepByHand() {
    // Residual 1·3 + 2·(−1) − 0.5 = 0.5; gradient 2·0.5·α + 0.25·w = (1.75, 1.75).
    double[] w = {3, -1};
    new ProximalStep(0.4, 0.25).update(w, new double[] {1, 2}, 0.5, 0.5);
    assertArrayEquals(new double[] {3 - 0.875 - 0.2, -1 - 0.875 + 0.2}, w, 1e-15);
  }

  @Test
  void withoutPenaltiesARowThatFitsMovesNothing() {
    double[] w = {3, -1};
    new ProximalStep(0, 0).update(w, new double[] {1, 2}, 1, 0.5);
    assertArrayEquals(new double[] {3, -1}, w);
  }
}
