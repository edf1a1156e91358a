package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.slrm.SameBytes.assertSameWithOneAndTwoThreads;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.slrm.Simulated;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.result.Metrics;
import org.slrm.result.Note;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

class SlrmFitTest {
  private final Simulation simulation =
      Simulated.table(150, 20, 4, 2).keep(0.75).keepTest(0.75).noise(0.2).seed(5).build();
  private final Simulation.Sample train = simulation.train();
  private final Simulation.Sample test = simulation.test(300);
  private final SlrmConfig config =
      SlrmConfig.builder().rank(4).maxPasses(10).stepSize(0.005).l2(0).build();

  @Test
  @Tag("slow")
  void noiseFreeDataOfThePaperArePredictedAlmostExactly() {
    Simulation paper = Simulation.builder().build();
    Simulation.Sample rows = paper.train();
    SlrmConfig searched = SlrmConfig.builder().maxPasses(3).build();
    SlrmModel model = Slrm.with(searched).folds(0).fit(rows.x(), rows.y());
    assertEquals(30, model.report().rank());
    assertTrue(relativeError(model, paper.test(500)) < 0.001);
    assertTrue(model.report().candidates().size() > 10);
  }

  @Test
  void aPoolOfTheCallersGivesTheSameModelAndStaysOpen() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    SlrmModel theirs = Slrm.with(config).folds(2).threads(2, pool).fit(train.x(), train.y());
    SlrmModel ours = Slrm.with(config).folds(2).threads(1).fit(train.x(), train.y());
    assertFalse(pool.isShutdown());
    pool.shutdown();
    assertArrayEquals(ours.predict(test.x()).mean(), theirs.predict(test.x()).mean());
  }

  @Test
  void aFitMayRunOnThePoolItTakesItsThreadsFrom() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    SlrmModel inside =
        pool.submit(() -> Slrm.with(config).folds(0).threads(2, pool).fit(train.x(), train.y()))
            .get();
    pool.shutdown();
    SlrmModel ours = Slrm.with(config).folds(0).threads(1).fit(train.x(), train.y());
    assertArrayEquals(ours.predict(test.x()).mean(), inside.predict(test.x()).mean());
  }

  @Test
  void aRowOfAnotherLengthIsRefusedByEveryQuestion() {
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    for (int length : new int[] {19, 21}) {
      IncompleteRow row = IncompleteRow.of(length, new int[] {0}, new double[] {1});
      List<Executable> questions =
          List.of(
              () -> model.predict(row),
              () -> model.rowPredictor().predict(row),
              () -> model.explain(row),
              () -> model.impute(row),
              () -> model.suggestMeasurements(row, 3));
      for (Executable question : questions) {
        Exception e = assertThrows(IllegalArgumentException.class, question);
        assertEquals(
            "length of the row must equal number of features (20), got " + length, e.getMessage());
      }
    }
  }

  @Test
  void predictsFarBetterThanTheMeanAndReportsTheObjectiveTermByTerm() {
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    assertTrue(relativeError(model, test) < 0.35);
    var terms = model.report().objective();
    assertEquals(
        terms.get("total"),
        terms.get("reconstruction") + terms.get("labels") + terms.get("l1") + terms.get("l2"),
        1e-12);
    assertEquals(4, model.report().rank());
    assertEquals(model.report().iterations(), model.report().history().size());
  }

  @Property(tries = 3)
  void sameSeedGivesTheSameBytesWithOneAndTwoThreads(@ForAll long seed) {
    assertSameWithOneAndTwoThreads(config, train, test.x(), seed);
  }

  @Test
  void modelSurvivesBeingTakenApart() {
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    SlrmModel again = SlrmModel.of(model.state());
    assertArrayEquals(model.predict(test.x()).mean(), again.predict(test.x()).mean());
    assertArrayEquals(
        model.predict(test.x()).standardError(), again.predict(test.x()).standardError());
  }

  @Test
  void rowsWithoutLabelAreUsedForTheSubspaceAndNeverReadAsZero() {
    double[] y = train.y().clone();
    for (int i = 0; i < y.length; i += 2) {
      y[i] = Double.NaN;
    }
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), y);
    assertTrue(relativeError(model, test) < 0.5);
    assertEquals(75, model.report().labelledRows());
  }

  @Test
  void everyTargetHasItsOwnFit() {
    double[][] labels = new double[train.y().length][2];
    for (int i = 0; i < labels.length; i++) {
      labels[i][0] = train.y(i);
      labels[i][1] = -3 * train.y(i) + 1;
    }
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), IncompleteMatrix.ofNaN(labels));
    Predictions p = model.predict(test.x());
    for (int t = 0; t < 2; t++) {
      double[] y = new double[test.y().length];
      double[] mean = new double[y.length];
      for (int i = 0; i < y.length; i++) {
        y[i] = t == 0 ? test.y(i) : -3 * test.y(i) + 1;
        mean[i] = p.mean()[2 * i + t];
      }
      assertTrue(Metrics.r2(y, mean) > 0.6);
    }
  }

  @Test
  void rowThatTheGateRefusesIsFlaggedAndAnswersTheMean() {
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    double[] three = new double[20];
    java.util.Arrays.fill(three, Double.NaN);
    three[2] = 1;
    three[5] = -1;
    three[9] = 0.5;
    IncompleteRow row = IncompleteRow.ofNaN(three);
    Prediction p = model.predict(row);
    assertFalse(p.answered());
    assertEquals(model.targetScaling().center(0), p.mean(), 1e-12);
    assertTrue(p.standardError() > 0.5 * model.targetScaling().scale(0));
    assertEquals(20, model.impute(row).value().length);
    assertFalse(model.suggestMeasurements(row, 3).isEmpty());
  }

  @Test
  void contributionsAddUpToThePrediction() {
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    SlrmModel.Explanation e = model.explain(test.x().row(0));
    double sum = e.intercept();
    for (double c : e.contribution()) {
      sum += c;
    }
    assertEquals(e.mean(), sum, 1e-10);
  }

  @Test
  void listenerMayStopTheFit() {
    SlrmModel model = Slrm.with(config).folds(0).listener(p -> false).fit(train.x(), train.y());
    assertEquals("stopped by the listener", model.report().stop());
    assertEquals(1, model.report().iterations());
  }

  @Test
  void refitOnLabelFreeCodesAlsoPredicts() {
    SlrmConfig refit =
        SlrmConfig.builder().rank(4).maxPasses(5).stepSize(0.005).l2(0).refit(true).build();
    SlrmModel model = Slrm.with(refit).folds(0).fit(train.x(), train.y());
    assertTrue(relativeError(model, test) < 0.35);
  }

  @Test
  void holdOutErrorAfterEveryRowNeverChoosesWorseThanOncePerPass() {
    SlrmConfig.Builder builder =
        SlrmConfig.builder()
            .rank(4)
            .maxPasses(2)
            .reconstructionWeight(10)
            .l1(0.01)
            .l2(0)
            .stepSize(0.005);
    Simulation.Sample held = simulation.validation(60);
    Trainer pass = Slrm.with(builder.build());
    Trainer row = Slrm.with(builder.holdOutEvery(SlrmConfig.HoldOutEvery.ROW).build());
    assertTrue(heldError(row, held) <= heldError(pass, held) + 1e-12);
  }

  private double heldError(Trainer trainer, Simulation.Sample held) {
    SlrmModel model =
        trainer
            .folds(0)
            .validation(held.x(), IncompleteMatrix.ofColumn(held.y()))
            .fit(train.x(), train.y());
    return Metrics.mse(held.y(), model.predict(held.x()).mean());
  }

  @Test
  void thePapersOwnGateRefusesNearlyEveryRow() {
    SlrmConfig strict =
        SlrmConfig.builder()
            .rank(4)
            .maxPasses(2)
            .reconstructionWeight(10)
            .l1(0.01)
            .l2(0)
            .stepSize(0.005)
            .gate(0.001)
            .build();
    SlrmModel model = Slrm.with(strict).folds(0).fit(train.x(), train.y());
    int answered = 0;
    for (boolean a : model.predict(test.x()).answered()) {
      answered += a ? 1 : 0;
    }
    assertTrue(answered < 15, answered + " of 300 answered");
  }

  @Test
  void tinyDataAreFittedAndTheReportSaysThatNothingWasHeldOut() {
    int[] few = {0, 1, 2, 3, 4, 5};
    double[] y = java.util.Arrays.copyOf(train.y(), 6);
    SlrmModel model =
        Slrm.with(SlrmConfig.builder().rank(2).maxPasses(3).build())
            .folds(0)
            .fit(train.x().selectRows(few), y);
    assertTrue(model.report().note("no-hold-out").isPresent());
  }

  @Test
  void emptyRowsAndColumnsAndConstantColumnsAreHarmless() {
    double[][] dense = train.x().toNaN();
    for (double[] row : dense) {
      row[7] = Double.NaN;
      row[8] = 2;
    }
    java.util.Arrays.fill(dense[3], Double.NaN);
    SlrmModel model = Slrm.with(config).folds(0).fit(IncompleteMatrix.ofNaN(dense), train.y());
    assertTrue(
        model
            .report()
            .notes()
            .containsAll(
                List.of(
                    Note.of("features-without-entries", "count", 1, "features", List.of(7)),
                    Note.of("constant-features", "count", 1, "features", List.of(8)),
                    Note.of("rows-without-entries", "rows", 1L))),
        () -> model.report().notes().toString());
    for (double m : model.predict(IncompleteMatrix.ofNaN(dense)).mean()) {
      assertTrue(Double.isFinite(m));
    }
  }

  static double relativeError(SlrmModel model, Simulation.Sample rows) {
    return 1 - Metrics.r2(rows.y(), model.predict(rows.x()).mean());
  }
}
