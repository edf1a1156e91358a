package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slrm.internal.special.Gamma;
import org.slrm.method.LabelKind;

class CountDistributionTest {
  @Test
  void aKnownMeanHasTheQuantilesOfPoisson() {
    CountDistribution three = new CountDistribution(Counts.POISSON, Math.log(3), 0);
    // P(y ≤ 1) = 0.199, P(y ≤ 3) = 0.647, P(y ≤ 6) = 0.966
    assertEquals(2, three.quantile(0.2));
    assertEquals(3, three.quantile(0.5));
    assertEquals(6, three.quantile(0.95));
    assertEquals(0, three.normalScore(3), 0.2);
    assertTrue(three.normalScore(9) > 2.5);
  }

  @Test
  void whatIsUnsureOrScattersIsWider() {
    NumberTarget poisson = new NumberTarget(LabelKind.COUNTS, Counts.POISSON);
    NumberTarget wide = new NumberTarget(LabelKind.COUNTS, new Counts(1));
    double eta = Math.log(10);
    assertTrue(poisson.quantile(1.6, eta, 0.5) > poisson.quantile(1.6, eta, 0));
    assertTrue(wide.quantile(1.6, eta, 0) > poisson.quantile(1.6, eta, 0));
    assertEquals(Math.sqrt(10), poisson.standardError(eta, 0), 1e-9);
    assertEquals(Math.sqrt(110), wide.standardError(eta, 0), 1e-9);
    assertEquals(10, poisson.mean(eta, 0.5), 1e-9);
  }

  @Test
  void largeCountsAreNearlyNormal() {
    CountDistribution many = new CountDistribution(Counts.POISSON, Math.log(1e6), 0);
    assertEquals(1e6, many.quantile(0.5), 1);
    assertEquals(2, many.normalScore(1e6 + 2000), 0.01);
  }

  @Test
  void logarithmsOfFactorialsAreRight() {
    double log = 0;
    for (int k = 1; k < 40; k++) {
      log += Math.log(k);
      assertEquals(log, Gamma.logFactorial(k), 1e-11 * Math.max(1, log));
    }
    assertEquals(0.5 * Math.log(Math.PI), Gamma.log(0.5), 1e-12);
  }

  @Test
  void theBestAnswerForAllRowsIsMeanOrMedian() {
    double[] y = {1, 2, 3, 100};
    double[] ones = new double[4];
    Arrays.fill(ones, 1);
    StudentT heavy = new StudentT(4, 1);
    assertEquals(2, new NumberTarget(LabelKind.ROBUST, heavy, 0, 1).best(y, ones));
    assertEquals(Math.log(26.5), new NumberTarget(LabelKind.COUNTS, Counts.POISSON).best(y, ones));
  }
}
