package org.slrm.cli.report.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.cli.report.label.LabelView;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.result.CrossValidated;

class CoverageTest {
  private static final int ROWS = 2000;

  /** A model that believes in a third of its errors, evaluated on this many folds. */
  private static HeldOutRows overconfident(int folds) {
    Random random = new Random(3);
    double[] label = random.doubles(ROWS).map(u -> 3 * random.nextGaussian()).toArray();
    double[] error = new double[ROWS];
    Arrays.fill(error, 1);
    int[] fold = IntStream.range(0, ROWS).map(i -> i % folds).toArray();
    return HeldOutRows.of(
        new CrossValidated(1, fold, label, new double[ROWS], error, new int[ROWS], null), 0);
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

  /** Of two folds one is so small that nothing can be calibrated by it alone. */
  @Test
  void aTinyFoldDoesNotLeaveTheOthersUncalibrated() {
    HeldOutRows even = overconfident(1);
    int[] fold = IntStream.range(0, ROWS).map(i -> i < 10 ? 1 : 0).toArray();
    HeldOutRows uneven =
        new HeldOutRows(
            even.row(),
            fold,
            even.label(),
            even.prediction(),
            even.standardError(),
            even.observed(),
            even.weight(),
            List.of());
    Coverage c = Coverage.of(uneven, IntStream.range(0, ROWS).toArray());
    for (int k = 0; k < c.level().length; k++) {
      assertEquals(c.level()[k], c.calibrated()[k], 0.02);
    }
  }

  /** A calibration by fewer than 20 rows is none: two equal curves would say nothing. */
  @Test
  void tooFewRowsToCalibrateByAreNotShownAsCalibrated() {
    int[] some = IntStream.range(0, 24).toArray();
    HeldOutRows few = held(some, new Random(3).doubles(24).toArray(), null);
    assertEquals("", IntervalSection.of(facts(few)));
    int[] enough = IntStream.range(0, 25).toArray();
    HeldOutRows more = held(enough, new Random(3).doubles(25).toArray(), null);
    assertTrue(IntervalSection.of(facts(more)).contains("Interval calibration"));
  }

  /** Rows that the model is sure of and that count twice weigh as much as two rows each. */
  @Test
  void aRowOfWeightTwoIsAsGoodAsTwoRows() {
    Random random = new Random(4);
    double[] label = random.doubles(300).map(u -> 3 * random.nextGaussian()).toArray();
    double[] weights = IntStream.range(0, 300).mapToDouble(i -> 1 + i % 2).toArray();
    int[] twice =
        IntStream.range(0, 300).flatMap(i -> IntStream.range(0, 1 + i % 2).map(r -> i)).toArray();
    HeldOutRows weighted = held(IntStream.range(0, 300).toArray(), label, weights);
    HeldOutRows repeated = held(twice, label, null);
    Coverage one = Coverage.of(weighted, IntStream.range(0, 300).toArray());
    Coverage two = Coverage.of(repeated, IntStream.range(0, 450).toArray());
    assertArrayEquals(two.calibrated(), one.calibrated(), 1e-12);
    assertArrayEquals(two.gaussian(), one.gaussian(), 1e-12);
    assertEquals(repeated.mse(), weighted.mse(), 1e-12);
    assertEquals(repeated.meanMse(), weighted.meanMse(), 1e-12);
    int[] first = IntStream.range(0, 9).toArray();
    assertEquals(repeated.rmse(IntStream.range(0, 13).toArray()), weighted.rmse(first), 1e-12);
  }

  private static HeldOutRows held(int[] rows, double[] label, double[] weights) {
    double[] error = new double[rows.length];
    Arrays.fill(error, 2);
    return HeldOutRows.of(
        new CrossValidated(
            1,
            IntStream.of(rows).map(i -> i % 5).toArray(),
            IntStream.of(rows).mapToDouble(i -> label[i]).toArray(),
            new double[rows.length],
            error,
            new int[rows.length],
            weights),
        0);
  }

  @Test
  void thePageSaysWhatEvaluatesWhat() {
    assertTrue(IntervalSection.of(facts(1)).contains("Each part of them is evaluated by"));
    assertTrue(IntervalSection.of(facts(5)).contains("Each fold is evaluated by"));
  }

  private static TargetFacts facts(int folds) {
    return facts(overconfident(folds));
  }

  private static TargetFacts facts(HeldOutRows held) {
    double[] none = {};
    FeatureFacts features = new FeatureFacts(false, none, none, List.of(), List.of(), List.of());
    return new TargetFacts(
        "y",
        0,
        LabelView.NUMBER,
        held,
        3,
        features,
        List.of(),
        "",
        null,
        List.of(),
        List.of(),
        none);
  }
}
