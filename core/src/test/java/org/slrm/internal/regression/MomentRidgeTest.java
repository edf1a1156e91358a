package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Ridge by moments against the regression it is. */
class MomentRidgeTest {

  @Property(tries = 30)
  void theCoefficientsSolveTheNormalEquationsOfTheChosenPenalty(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int p = random.nextInt(1, 20);
    int n = p + random.nextInt(20, 60);
    double[] x = random.doubles(n * p, -1, 1).toArray();
    double[] y = random.doubles(n, -1, 1).toArray();
    for (int i = 0; i < n; i++) {
      y[i] += 2 * x[i * p];
    }
    GramProblem moments = GramProblem.ofRows(x, p, y, null);
    PenaltyChoice chosen = MomentRidge.of(moments);
    for (int j = 0; j < p; j++) {
      double left = chosen.l2() * chosen.w()[j];
      for (int k = 0; k < p; k++) {
        left += moments.gram()[j * p + k] * chosen.w()[k];
      }
      assertEquals(moments.c()[j], left, 1e-9);
    }
    double fitted = chosen.intercept();
    for (int j = 0; j < p; j++) {
      fitted += chosen.w()[j] * moments.mean(j);
    }
    assertEquals(moments.meanLabel(), fitted, 1e-9);
  }
}
