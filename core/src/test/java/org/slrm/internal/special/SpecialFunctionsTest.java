package org.slrm.internal.special;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpecialFunctionsTest {
  @Test
  void gammaOfWholeNumbersIsTheFactorial() {
    double logFactorial = 0;
    for (int n = 1; n <= 60; n++) {
      logFactorial += Math.log(n);
      assertEquals(logFactorial, Gamma.logFactorial(n), 1e-12 * Math.max(1, logFactorial));
    }
    assertEquals(0.5 * Math.log(Math.PI), Gamma.log(0.5), 1e-13);
    assertTrue(Double.isNaN(Gamma.log(0)));
  }

  @Test
  void theNormalQuantileInvertsTheDistributionFunction() {
    for (double p : new double[] {1e-12, 1e-4, 0.02, 0.3, 0.5, 0.9, 0.9999}) {
      assertEquals(p, Normal.cumulative(Normal.quantile(p)), 1e-12 * Math.max(p, 1e-4));
    }
    assertEquals(1.959963984540054, Normal.quantile(0.975), 1e-14);
    assertThrows(IllegalArgumentException.class, () -> Normal.quantile(1));
  }

  @Test
  void meansOverTheNormalDistributionAreItsMoments() {
    assertEquals(4 + 9, Normal.mean(x -> x * x, 3, 4), 1e-10);
    assertEquals(Math.exp(0.5), Normal.mean(Math::exp, 0, 1), 1e-10);
    assertEquals(9, Normal.mean(x -> x * x, 3, 0), 0);
  }

  /** A Gauss rule of n nodes integrates polynomials of degree 2n − 1 exactly. */
  @Test
  void gaussRulesIntegratePolynomialsExactly() {
    for (int degree = 0; degree < 16; degree++) {
      assertEquals(1.0 / (degree + 1), sum(Quadrature.UNIT, degree), 1e-13);
    }
    double[] moments = {1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0, 10395, 0};
    for (int degree = 0; degree < moments.length; degree++) {
      assertEquals(moments[degree], sum(Quadrature.NORMAL, degree), 1e-9);
    }
  }

  private static double sum(Quadrature rule, int degree) {
    double sum = 0;
    for (int k = 0; k < rule.nodes().length; k++) {
      sum += rule.weights()[k] * Math.pow(rule.nodes()[k], degree);
    }
    return sum;
  }

  @Test
  void standardErrorOfTheMeanIsTheTextbooksAndClustersOfOneRowAreIndependentRows() {
    double[] loss = {1, 4, Double.NaN, 2, 9};
    double mean = 4;
    double squares = 9 + 0 + 4 + 25;
    double expected = Math.sqrt(squares / 3 / 4);
    assertEquals(mean, (1 + 4 + 2 + 9) / 4.0);
    assertEquals(expected, MeanError.of(loss, null, null), 1e-14);
    assertEquals(expected, MeanError.of(loss, null, new int[] {5, 1, 2, 3, 4}), 1e-14);
  }
}
