package org.slrm.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.slrm.internal.special.Normal;

class CalibrationTest {
  @Test
  void normalQuantilesAreTheKnownOnes() {
    // Values of R's qnorm.
    assertEquals(0, Normal.quantile(0.5), 1e-15);
    assertEquals(1.2815515655446008, Normal.quantile(0.9), 1e-14);
    assertEquals(1.9599639845400536, Normal.quantile(0.975), 1e-14);
    assertEquals(-4.7534243088228987, Normal.quantile(1e-6), 1e-12);
    assertEquals(-7.0344838253011321, Normal.quantile(1e-12), 1e-11);
  }

  @Test
  void normalProbabilitiesAreTheKnownOnes() {
    // Values of R's pnorm.
    assertEquals(0.5, Normal.cumulative(0), 1e-16);
    assertEquals(0.8413447460685429, Normal.cumulative(1), 1e-15);
    assertEquals(1, Normal.cumulative(-3) / 0.0013498980316300946, 1e-12);
    assertEquals(1, Normal.cumulative(-8) / 6.220960574271784e-16, 1e-12);
    assertEquals(0, Normal.cumulative(-50));
    assertEquals(1, Normal.cumulative(50));
  }

  @Property
  void quantileAndProbabilityUndoEachOther(@ForAll @DoubleRange(min = -6, max = 6) double x) {
    assertEquals(x, Normal.quantile(Normal.cumulative(x)), 1e-6);
    assertEquals(1, Normal.cumulative(x) + Normal.cumulative(-x), 1e-15);
  }

  @Test
  void probabilitiesOutsideAreRefused() {
    for (double p : new double[] {0, 1, -1, Double.NaN}) {
      var e = assertThrows(IllegalArgumentException.class, () -> Normal.quantile(p));
      assertEquals("probability must be in (0, 1), got " + p, e.getMessage());
    }
  }

  @Test
  void withoutEnoughScoresItIsGaussian() {
    assertEquals(1.6448536269514715, Calibration.GAUSSIAN.factor(0.9), 1e-12);
    assertFalse(Calibration.ofScores(new double[19]).calibrated());
    assertTrue(Calibration.ofScores(new double[20]).calibrated());
  }

  @Test
  void aScoreOfWeightTwoIsAsGoodAsTwoScores() {
    double[] scores = IntStream.range(0, 30).mapToDouble(k -> (7 * k) % 30).toArray();
    double[] weights = IntStream.range(0, 30).mapToDouble(k -> k % 4).toArray();
    double[] repeated =
        IntStream.range(0, 30)
            .flatMap(k -> IntStream.range(0, k % 4).map(r -> k))
            .mapToDouble(k -> scores[k])
            .sorted()
            .toArray();
    assertArrayEquals(repeated, Calibration.ofErrors(scores, weights).scores());
  }

  @Test
  void weightsThatAreNotWholeKeepQuantiles() {
    double[] scores = IntStream.range(0, 1000).mapToDouble(k -> k / 1000.0).toArray();
    double[] weights = IntStream.range(0, 1000).mapToDouble(k -> k < 500 ? 0.3 : 2.1).toArray();
    Calibration c = Calibration.ofErrors(scores, weights);
    assertEquals(1200, c.scores().length);
    // An eighth of the mass lies below 0.5, the rest evenly above it.
    assertEquals(0.5, c.factor(0.125), 0.005);
    assertEquals(0.5 + 0.5 * (0.9 - 0.125) / 0.875, c.factor(0.9), 0.005);
  }

  @Test
  void hugeWeightsDoNotMakeAHugeModel() {
    double[] weights = new double[30];
    java.util.Arrays.fill(weights, 1e9);
    Calibration c =
        Calibration.ofErrors(IntStream.range(0, 30).mapToDouble(k -> k).toArray(), weights);
    assertEquals(10_000, c.scores().length);
    assertEquals(25, c.factor(0.85));
  }

  @Test
  void theFactorIsTheConformalOrderStatistic() {
    double[] scores = IntStream.rangeClosed(1, 99).mapToDouble(k -> 100 - k).toArray();
    Calibration c = Calibration.ofScores(scores);
    assertEquals(90, c.factor(0.9));
    assertEquals(50, c.factor(0.5));
    assertEquals(99, c.factor(0.99), 1e-9);
    scores[0] = -1;
    assertEquals(1, c.scores()[0]);
  }

  @Property
  void aHigherLevelNeverGivesANarrowerInterval(
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double low,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double high) {
    double[] scores = IntStream.range(0, 30).mapToDouble(k -> k * k / 100.0).toArray();
    Calibration c = Calibration.ofScores(scores);
    assertTrue(c.factor(Math.min(low, high)) <= c.factor(Math.max(low, high)));
  }

  @Test
  void badLevelsAndScoresAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> Calibration.GAUSSIAN.factor(1));
    assertEquals("interval level must be in (0, 1), got 1.0", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> Calibration.ofScores(new double[] {-1}));
    assertEquals("score must be finite and at least 0, got -1.0", e.getMessage());
  }

  @Test
  void boundsOnOneSideHoldAsOftenAsTheySay() {
    double[] errors = new double[999];
    java.util.Arrays.setAll(errors, k -> Math.exp(k / 300.0) - 3);
    Calibration c = Calibration.ofErrors(errors);
    for (double p : new double[] {0.05, 0.1, 0.5, 0.9, 0.95}) {
      double bound = c.quantile(p);
      double below = java.util.Arrays.stream(errors).filter(e -> e <= bound).count() / 999.0;
      assertEquals(p, below, 0.0015);
    }
    assertTrue(c.quantile(0.95) > -c.quantile(0.05), "errors are longer above than below");
    assertTrue(c.quantile(0.9999) > c.quantile(0.999) && c.quantile(0.0001) < c.quantile(0.001));
  }

  @Test
  void withoutSignsErrorsAreAsLikelyUpAsDown() {
    Calibration c = Calibration.ofScores(IntStream.range(0, 99).mapToDouble(k -> k).toArray());
    assertEquals(c.factor(0.8), c.quantile(0.9));
    assertEquals(-c.factor(0.8), c.quantile(0.1), 1e-9);
    assertEquals(0, c.quantile(0.5));
    assertEquals(1.2815515655446, Calibration.GAUSSIAN.quantile(0.9), 1e-9);
  }
}
