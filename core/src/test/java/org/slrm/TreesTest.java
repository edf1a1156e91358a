package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitReport;

/** Boosted trees as a user meets them. */
class TreesTest {
  private static final int ROWS = 400;

  /** y = sign(x0) · sign(x1), or 2 where x2 is missing; x3 is noise. */
  private static final double[][] X = new double[ROWS][4];

  private static final double[] Y = new double[ROWS];

  static {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(X[i], j -> 100 * random.nextGaussian() - 30);
      Y[i] = Math.signum(X[i][0] + 30) * Math.signum(X[i][1] + 30);
      if (i % 5 == 0) {
        X[i][2] = Double.NaN;
        Y[i] = 2;
      }
    }
  }

  private static SlrmModel fit(TreesConfig config) {
    return Slrm.with(config).fit(IncompleteMatrix.ofNaN(X), Y);
  }

  @Test
  void whatActsTogetherAndWhatMissingnessTellsIsLearned() {
    SlrmModel model = fit(TreesConfig.defaults());
    assertTrue(model.report().scores().get(0).r2() > 0.8, model.report().scores().toString());
    double linear =
        Slrm.with(MeanElasticNetConfig.defaults())
            .fit(IncompleteMatrix.ofNaN(X), Y)
            .report()
            .scores()
            .get(0)
            .r2();
    assertTrue(linear < 0.3, "a line explains " + linear);
    IncompleteRow missing = IncompleteRow.ofNaN(new double[] {50, -90, Double.NaN, 0});
    assertEquals(2, model.predict(missing).mean(), 0.3);
    assertTrue(
        model.explain(missing).missingness() > model.explain(known(50, 90)).missingness() + 1);
  }

  private static IncompleteRow known(double a, double b) {
    return IncompleteRow.ofNaN(new double[] {a, b, 0, 0});
  }

  @Test
  void theReportSaysHowManyTreesThereAreAndWhy() {
    FitReport chosen = fit(TreesConfig.defaults()).report();
    int trees = ((Number) chosen.settings().get("trees")).intValue();
    assertTrue(trees > 10, chosen.settings().toString());
    assertEquals("no smaller error in 50 trees", chosen.stop());
    double least = chosen.history().stream().mapToDouble(v -> v).min().orElseThrow();
    assertEquals(least, chosen.history().get(trees));
    FitReport given = fit(TreesConfig.defaults().withTrees(5)).report();
    assertEquals(5, given.settings().get("trees"));
    assertEquals("given number of trees grown", given.stop());
    FitReport few = fit(TreesConfig.defaults().withSearch(7, 50)).report();
    assertEquals("limit of 7 trees reached", few.stop());
  }

  @Test
  void aFeatureThatTheTreesAskForIsWorthMeasuringAndNoiseIsNot() {
    // As the trees see it: what errors depend on differs between rows with one entry more.
    SlrmModel model = fit(TreesConfig.defaults()).uncalibrated();
    IncompleteRow row = IncompleteRow.ofNaN(new double[] {50, Double.NaN, 0, Double.NaN});
    var suggestions = model.suggestMeasurements(row, 2);
    assertEquals(1, suggestions.get(0).feature());
    double noise = suggestions.size() > 1 ? suggestions.get(1).varianceReduction() : 0;
    assertTrue(noise < 0.3 * suggestions.get(0).varianceReduction());
    double without = Math.pow(model.predict(row).standardError(), 2);
    IncompleteRow more = IncompleteRow.ofNaN(new double[] {50, 60, 0, Double.NaN});
    double with = Math.pow(model.predict(more).standardError(), 2);
    assertEquals(suggestions.get(0).varianceReduction(), without - with, 1e-12);
  }

  @Test
  void withNothingKnownThePredictionIsAsUncertainAsThePredictionsVary() {
    SlrmModel model = fit(TreesConfig.defaults()).uncalibrated();
    double[] predicted = model.predict(IncompleteMatrix.ofNaN(X)).mean();
    double mean = Arrays.stream(predicted).average().orElseThrow();
    double variance =
        Arrays.stream(predicted).map(p -> (p - mean) * (p - mean)).average().orElseThrow();
    double nothing =
        Math.pow(model.predict(IncompleteRow.of(4, new int[0], new double[0])).standardError(), 2);
    double complete = Math.pow(model.predict(known(50, 60)).standardError(), 2);
    assertTrue(nothing - complete <= variance + 1e-9);
    assertTrue(nothing - complete > 0.2 * variance, nothing + " " + complete + " " + variance);
  }

  @Test
  void weightsMayBeFractions() {
    double[] weights = IntStream.range(0, ROWS).mapToDouble(i -> i % 5 == 0 ? 0.01 : 1.5).toArray();
    SlrmModel model =
        Slrm.with(TreesConfig.defaults().withTrees(50))
            .weights(weights)
            .fit(IncompleteMatrix.ofNaN(X), Y);
    IncompleteRow missing = IncompleteRow.ofNaN(new double[] {50, -90, Double.NaN, 0});
    assertTrue(model.predict(missing).mean() < 1.5, "rows that count for little teach little");
  }

  @Test
  void oddSettingsAreRefusedByName() {
    assertRefused("leaves must be between 2 and 1024, got 1", () -> trees().withLeaves(1));
    assertRefused("learningRate must be in (0.0, 1.0], got 0.0", () -> trees().withLearningRate(0));
    assertRefused("columns must be in (0.0, 1.0], got 1.5", () -> trees().withColumns(1.5));
    assertRefused("trees must be at least 0, got -1", () -> trees().withTrees(-1));
  }

  private static TreesConfig trees() {
    return TreesConfig.defaults();
  }

  private static void assertRefused(
      String message, org.junit.jupiter.api.function.Executable settings) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, settings).getMessage());
  }
}
