package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.KernelConfig;
import org.slrm.method.KernelConfig.Inputs;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Metrics;
import org.slrm.result.Prediction;

/** The method `kernel` as its users see it. */
class KernelTest {
  private static final int FEATURES = 8;

  /** Features around a plane, a nonlinear label along it, a fifth of the entries missing. */
  private record Nonlinear(IncompleteMatrix x, double[] y) {
    static Nonlinear of(int rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[rows][FEATURES];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        y[i] = a * b + Math.abs(a) + 0.1 * random.nextGaussian();
        for (int j = 0; j < FEATURES; j++) {
          double value = Math.cos(j) * a + Math.sin(j) * b + 0.1 * random.nextGaussian();
          x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : value;
        }
      }
      return new Nonlinear(IncompleteMatrix.ofNaN(x), y);
    }
  }

  private static final Nonlinear TRAIN = Nonlinear.of(400, 1);
  private static final Nonlinear TEST = Nonlinear.of(200, 2);

  private static SlrmModel fitted(Inputs inputs) {
    KernelConfig config = KernelConfig.defaults().withRank(2).withInputs(inputs);
    return Slrm.with(config).folds(0).threads(1).fit(TRAIN.x, TRAIN.y);
  }

  @ParameterizedTest
  @EnumSource(Inputs.class)
  void aLabelThatIsNonlinearIsPredictedWhereALineFails(Inputs inputs) {
    SlrmModel line =
        Slrm.with(LikelihoodConfig.defaults().withRank(2)).folds(0).fit(TRAIN.x, TRAIN.y);
    double before = Metrics.r2(TEST.y, line.predict(TEST.x).mean());
    double after = Metrics.r2(TEST.y, fitted(inputs).predict(TEST.x).mean());
    assertTrue(before < 0.2 && after > 0.9, before + " then " + after);
  }

  @Test
  void rankAndInputsAreChosenAndReported() {
    SlrmModel model = Slrm.with(KernelConfig.defaults()).threads(1).fit(TRAIN.x, TRAIN.y);
    Map<String, Object> settings = model.report().settings();
    assertTrue((int) settings.get("rank") >= 2, settings.toString());
    assertTrue(List.of("codes", "completed").contains(settings.get("inputs")), settings.toString());
    assertTrue(model.report().scores().get(0).r2() > 0.9);
    assertTrue(model.report().candidates().size() >= 4);
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> KernelConfig.defaults().withRank(-1));
    assertThrows(IllegalArgumentException.class, () -> KernelConfig.defaults().withCentres(1));
    Trainer tooMany = Slrm.with(KernelConfig.defaults().withRank(FEATURES + 1));
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> tooMany.fit(TRAIN.x, TRAIN.y))
            .getMessage();
    assertTrue(refusal.startsWith("rank must be"), refusal);
  }

  @ParameterizedTest
  @EnumSource(Inputs.class)
  void noMeasurementPromisesMoreThanThereIsToKnow(Inputs inputs) {
    SlrmModel model = fitted(inputs);
    double[] row = TEST.x.row(0).toNaN();
    Arrays.fill(row, 2, FEATURES, Double.NaN);
    IncompleteRow gap = IncompleteRow.ofNaN(row);
    double variance = Math.pow(model.predict(gap).standardError(), 2);
    for (SlrmModel.Suggestion next : model.suggestMeasurements(gap, 3)) {
      assertTrue(next.feature() >= 2, next.toString());
      assertTrue(
          next.varianceReduction() > 0 && next.varianceReduction() < variance, next.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(Inputs.class)
  void twoRowsWithLabelsAreEnough(Inputs inputs) {
    double[] y = new double[TRAIN.y.length];
    Arrays.fill(y, Double.NaN);
    y[0] = 1;
    y[7] = 2;
    KernelConfig config = KernelConfig.defaults().withRank(2).withInputs(inputs);
    for (int folds : new int[] {0, 5}) {
      Prediction p = Slrm.with(config).folds(folds).fit(TRAIN.x, y).predict(TEST.x.row(0));
      assertTrue(Double.isFinite(p.mean()) && Double.isFinite(p.standardError()), p.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(Inputs.class)
  @Tag("slow")
  void tenThousandFeaturesAreFitted(Inputs inputs) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[40][10_000];
    double[] y = new double[40];
    for (int i = 0; i < x.length; i++) {
      y[i] = random.nextGaussian();
      for (int j = 0; j < x[i].length; j++) {
        double value = (1 + j % 3) * y[i] + random.nextGaussian();
        x[i][j] = random.nextInt(2) == 0 ? Double.NaN : value;
      }
    }
    KernelConfig config = KernelConfig.defaults().withRank(1).withInputs(inputs);
    IncompleteMatrix rows = IncompleteMatrix.ofNaN(x);
    SlrmModel model = Slrm.with(config).folds(0).threads(1).fit(rows, y);
    assertTrue(Metrics.r2(y, model.predict(rows).mean()) > 0.9);
  }

  @Test
  void rowsBeyondTheCentresAreFittedTheSameForOneAndTwoThreads() {
    Nonlinear many = Nonlinear.of(700, 5);
    KernelConfig config = KernelConfig.defaults().withRank(2).withCentres(80);
    double[] one = Slrm.with(config).threads(1).fit(many.x, many.y).predict(TEST.x).mean();
    double[] two = Slrm.with(config).threads(2).fit(many.x, many.y).predict(TEST.x).mean();
    assertArrayEquals(one, two);
    assertTrue(Metrics.r2(TEST.y, one) > 0.9);
  }

  @Test
  void targetsWithUnequalNumbersOfLabelsKeepTheirFunctionsInAState() {
    double[][] y = new double[TRAIN.y.length][2];
    for (int i = 0; i < y.length; i++) {
      y[i][0] = TRAIN.y[i];
      y[i][1] = i % 4 == 0 ? -TRAIN.y[i] : Double.NaN;
    }
    KernelConfig config = KernelConfig.defaults().withRank(2).withInputs(Inputs.CODES);
    SlrmModel model = Slrm.with(config).folds(0).fit(TRAIN.x, IncompleteMatrix.ofNaN(y));
    SlrmModel again = SlrmModel.of(model.state());
    assertArrayEquals(model.predict(TEST.x).mean(), again.predict(TEST.x).mean());
    assertEquals("kernel", model.members().get(0).kind());
    assertEquals(2, model.members().get(0).rank());
  }
}
