package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Log-odds put right by what happened. */
class ProbabilityFitTest {
  private static ProbabilityFit fit(int rows, DoubleUnaryOperator said) {
    SplittableRandom random = new SplittableRandom(3);
    double[] eta = new double[rows];
    double[] y = new double[rows];
    int[] fold = new int[rows];
    double[] weight = new double[rows];
    Arrays.fill(weight, 1);
    for (int i = 0; i < rows; i++) {
      double truth = 2 * random.nextGaussian();
      eta[i] = said.applyAsDouble(truth);
      y[i] = random.nextDouble() < Logistic.LABEL.mean(truth) ? 1 : 0;
      fold[i] = i % 5;
    }
    return ProbabilityFit.of(eta, y, weight, fold);
  }

  @Test
  void logOddsThatAreRightStayNearlyAsTheyAre() {
    ProbabilityMap map = fit(4000, e -> e).map();
    assertEquals(1.5, map.apply(1.5), 0.2);
    assertTrue(!map.name().equals("isotonic"));
  }

  @Test
  void logOddsTwiceTooLargeAreHalved() {
    ProbabilityFit fit = fit(4000, e -> 2 * e + 1);
    assertEquals("temperature", fit.map().name());
    assertEquals(0.5, fit.map().slope(), 0.05);
    assertEquals(-0.5, fit.map().shift(), 0.1);
    assertEquals(4000, fit.eta().length);
  }

  @Test
  void whatIsNonlinearIsPutRightByACurve() {
    ProbabilityMap map = fit(20_000, e -> Math.cbrt(e) * 2).map();
    assertEquals("isotonic", map.name());
    for (double truth : new double[] {-2, 0, 2}) {
      assertEquals(truth, map.apply(Math.cbrt(truth) * 2), 0.5);
    }
    assertEquals(map.apply(-90), map.apply(-80));
    assertTrue(map.slopeAt(0.1) >= 0);
  }

  @Test
  void fewRowsChangeNothing() {
    assertEquals("none", fit(30, e -> 5 * e).map().name());
  }

  @Test
  void aMapMustRise() {
    assertThrows(IllegalArgumentException.class, () -> ProbabilityMap.linear(-1, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> ProbabilityMap.through(new double[] {0, 1}, new double[] {1, 0}));
  }
}
