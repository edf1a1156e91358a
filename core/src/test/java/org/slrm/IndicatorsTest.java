package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Metrics;

/** Missingness that informs: the label shifts by 3 where the first feature is missing. */
class IndicatorsTest {
  private final Simulation simulation =
      Simulated.table(300, 12, 3, 2).keep(0.75).noise(0.5).seed(3).build();
  private final Simulation.Sample train = simulation.train();
  private final Simulation.Sample test = simulation.test(600);

  @Test
  void indicatorsCutTheErrorWhereAMissingEntryTellsOfTheLabel() {
    double line = error(model(LikelihoodConfig.defaults().withRank(3), 3), 3);
    double off = error(AutoConfig.Indicators.OFF, 3);
    double tried = error(AutoConfig.Indicators.TRY, 3);
    double on = error(AutoConfig.Indicators.ON, 3);
    assertTrue(tried < 0.6 * line, tried + " against " + line);
    assertTrue(on < 0.6 * line, on + " against " + line);
    assertTrue(tried < off, tried + " against " + off);
  }

  /** A tree that sees raw values knows which are missing; without indicators it must not. */
  @Test
  void turnedOffNoCandidateLearnsFromMissingEntries() {
    double line = error(model(LikelihoodConfig.defaults().withRank(3), 3), 3);
    double off = error(AutoConfig.Indicators.OFF, 3);
    assertTrue(off > 0.95 * line, "holes tell nothing: " + off + " against " + line);
  }

  @Test
  void tryingThemCostsNextToNothingWhereMissingEntriesSayNothing() {
    double off = error(AutoConfig.Indicators.OFF, 0);
    double tried = error(AutoConfig.Indicators.TRY, 0);
    assertTrue(tried < 1.02 * off, tried + " against " + off);
  }

  @Test
  void contributionsAndMissingnessSumToMeanMinusIntercept() {
    SlrmModel model = model(AutoConfig.Indicators.ON, 3);
    double most = 0;
    for (int i = 0; i < 40; i++) {
      SlrmModel.Explanation e = model.explain(test.x().row(i));
      double sum = Arrays.stream(e.contribution()).sum() + e.missingness();
      assertEquals(e.mean() - e.intercept(), sum, 1e-9);
      most = Math.max(most, Math.abs(e.missingness()));
    }
    assertTrue(most > 0.5);
  }

  @Test
  void nothingObservedGivesTheIntercept() {
    SlrmModel model = model(AutoConfig.Indicators.ON, 3);
    IncompleteRow nothing = IncompleteRow.of(12, new int[0], new double[0]);
    assertEquals(model.explain(nothing).intercept(), model.predict(nothing).mean(), 1e-9);
    assertEquals(0, model.explain(nothing).missingness(), 1e-12);
  }

  @Test
  void aModelWithIndicatorsSurvivesItsState() {
    SlrmModel model = model(AutoConfig.Indicators.ON, 3);
    SlrmModel again = SlrmModel.of(model.state());
    assertTrue(
        model.state().values().get("members").toString().contains("indicators"),
        "no member with indicators");
    assertArrayEquals(model.predict(test.x()).mean(), again.predict(test.x()).mean(), 0);
    assertArrayEquals(
        model.impute(test.x().row(0)).value(), again.impute(test.x().row(0)).value(), 0);
    assertEquals(12, model.impute(test.x().row(0)).value().length);
    assertTrue(
        model.suggestMeasurements(test.x().row(0), 99).stream().allMatch(s -> s.feature() < 12));
  }

  @Test
  void completeDataHaveNothingToIndicate() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[60][3];
    double[] y = new double[60];
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 3; j++) {
        x[i][j] = random.nextGaussian();
      }
      y[i] = x[i][0] + 0.1 * random.nextGaussian();
    }
    var config = AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON);
    SlrmModel model = Slrm.with(config).fit(IncompleteMatrix.ofNaN(x), y);
    assertTrue(model.report().note("no-indicators").isPresent());
  }

  private double error(AutoConfig.Indicators indicators, double shift) {
    return error(model(indicators, shift), shift);
  }

  private double error(SlrmModel model, double shift) {
    return Metrics.mse(shifted(test, shift), model.predict(test.x()).mean());
  }

  private SlrmModel model(AutoConfig.Indicators indicators, double shift) {
    return model(AutoConfig.defaults().withRank(3).withIndicators(indicators), shift);
  }

  private SlrmModel model(MethodConfig config, double shift) {
    return Slrm.with(config).fit(train.x(), shifted(train, shift));
  }

  private static double[] shifted(Simulation.Sample s, double shift) {
    return IntStream.range(0, s.y().length)
        .mapToDouble(i -> s.y(i) + (s.x().row(i).isKnown(0) ? 0 : shift))
        .toArray();
  }
}
