package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.FitReport;

/** Which rows {@code auto} chooses by, where that is delicate. */
class ChoosingTest {
  private static final int ROWS = 300;

  private final Simulation simulation =
      Simulated.table(ROWS, 8, 2, 2).keep(0.8).noise(0.1).seed(3).build();
  private final Simulation.Sample train = simulation.train();

  private static AutoConfig choosing(int rows) {
    return new AutoConfig(0, rows, AutoConfig.Indicators.OFF, null);
  }

  @Test
  void theScoreIsOfTheHeldOutRowsAlsoWhenAllRowsTakePart() {
    for (int choosing : new int[] {100, 150, 200, 1000}) {
      FitReport report = Slrm.with(choosing(choosing)).fit(train.x(), train.y()).report();
      assertTrue(report.scores().get(0).r2() > 0.8, choosing + ": " + report.scores());
    }
  }

  @Test
  @Tag("slow")
  void rareLabelsOfASecondTargetAreUsedToEvaluate() {
    for (int labels : new int[] {2, 3, 30}) {
      double[][] y = new double[ROWS][2];
      for (int i = 0; i < ROWS; i++) {
        y[i] = new double[] {train.y(i), i < labels ? train.y(i) : Double.NaN};
      }
      FitReport report =
          Slrm.with(choosing(100)).fit(train.x(), IncompleteMatrix.ofNaN(y)).report();
      assertEquals(labels, report.scores().get(1).rows());
      assertTrue(report.scores().get(0).r2() > 0.8, labels + ": " + report.scores());
    }
  }

  @Test
  void rowsOfWeightZeroEvaluateNothing() {
    double[] y = train.y().clone();
    double[] weights = new double[ROWS];
    Arrays.fill(weights, ROWS / 2, ROWS, 1);
    Random random = new Random(1);
    for (int i = 0; i < ROWS / 2; i++) {
      y[i] = 100 * random.nextGaussian();
    }
    FitReport report = Slrm.with(choosing(1000)).weights(weights).fit(train.x(), y).report();
    assertEquals(ROWS / 2, report.scores().get(0).rows());
    assertTrue(report.scores().get(0).r2() > 0.8, report.scores().toString());
  }

  @Test
  void indicatorsOfFeaturesAboutAsRareAsAllowedFit() {
    for (int missing = 2; missing < 6; missing++) {
      Random random = new Random(missing);
      double[][] x = new double[ROWS][8];
      for (double[] row : x) {
        Arrays.setAll(row, j -> random.nextGaussian());
      }
      for (int k = 0; k < 8 * missing; k++) {
        x[random.nextInt(ROWS)][k % 8] = Double.NaN;
      }
      AutoConfig config = AutoConfig.defaults().withIndicators(AutoConfig.Indicators.TRY);
      SlrmModel model = Slrm.with(config).fit(IncompleteMatrix.ofNaN(x), train.y());
      assertTrue(Double.isFinite(model.predict(train.x().row(0)).mean()));
    }
  }

  @Test
  void givenRowsEvaluateAndAreNotFitted() {
    evaluates(simulation.draw(40, 0.9, 5), ROWS + 40);
    // Of rows that show so few entries the folds say little.
    evaluates(simulation.draw(40, 0.4, 5), 40);
  }

  private void evaluates(Simulation.Sample given, int rows) {
    SlrmModel model =
        Slrm.with(AutoConfig.defaults())
            .validation(given.x(), IncompleteMatrix.ofColumn(given.y()))
            .fit(train.x(), train.y());
    FitReport report = model.report();
    assertEquals(rows, report.scores().get(0).rows());
    assertEquals(train.y().length, report.rows());
    assertEquals(
        Slrm.with(AutoConfig.defaults()).fit(train.x(), train.y()).targetScaling().center(0),
        model.targetScaling().center(0));
  }

  @Test
  void aHandfulOfGivenRowsLeavesTheChoiceToFolds() {
    Simulation.Sample given = simulation.draw(5, 0.9, 5);
    SlrmModel model =
        Slrm.with(AutoConfig.defaults())
            .validation(given.x(), IncompleteMatrix.ofColumn(given.y()))
            .fit(train.x(), train.y());
    SlrmModel without = Slrm.with(AutoConfig.defaults()).fit(train.x(), train.y());
    assertEquals(without.report().scores(), model.report().scores());
  }
}
