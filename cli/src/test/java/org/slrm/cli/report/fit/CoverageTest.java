package org.slrm.cli.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.cli.report.section.Held;
import org.slrm.result.CrossValidated;

class CoverageTest {
  private static final int ROWS = 2000;

  /** A model that believes in a third of its errors, judged on so many folds. */
  private static Held overconfident(int folds) {
    Random random = new Random(3);
    double[] label = random.doubles(ROWS).map(u -> 3 * random.nextGaussian()).toArray();
    double[] error = new double[ROWS];
    Arrays.fill(error, 1);
    int[] fold = IntStream.range(0, ROWS).map(i -> i % folds).toArray();
    return Held.of(new CrossValidated(1, fold, label, new double[ROWS], error, new int[ROWS]), 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void calibratedIntervalsKeepTheirPromiseForAnyNumberOfFolds(int folds) {
    Coverage c = Coverage.of(overconfident(folds), IntStream.range(0, ROWS).toArray());
    for (int k = 0; k < c.level().length; k++) {
      assertEquals(c.level()[k], c.calibrated()[k], 0.02);
      assertTrue(c.gaussian()[k] < c.level()[k] - 0.2);
    }
  }

  @Test
  void thePageSaysWhatJudgesWhat() {
    assertTrue(IntervalSection.of(facts(1)).contains("Each part of them is judged by"));
    assertTrue(IntervalSection.of(facts(5)).contains("Each fold is judged by"));
  }

  private static TargetFacts facts(int folds) {
    return new TargetFacts(
        "y", 0, overconfident(folds), 3, new double[0], new double[0], List.of(), "", List.of());
  }
}
