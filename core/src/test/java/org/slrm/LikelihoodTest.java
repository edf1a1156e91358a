package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;
import org.slrm.result.Prediction;

class LikelihoodTest {
  private static final LikelihoodConfig RANK_FOUR = LikelihoodConfig.defaults().withRank(4);

  private static final LikelihoodConfig EXACT =
      LikelihoodConfig.defaults().withRank(4).withTolerance(1e-14).withMaxIterations(5000);

  private final Simulation simulation =
      Simulated.table(200, 20, 4, 2).noise(0.3).meanSpread(2).intercept(5).seed(2).build();
  private final Simulation.Sample train = simulation.train();
  private final Simulation.Sample test = simulation.test(300);

  @Test
  void rankZeroIsChosenByFoldsAndEveryRankTriedIsListed() {
    SlrmModel model = Slrm.with(LikelihoodConfig.defaults()).fit(train.x(), train.y());
    FitReport report = model.report();
    List<FitReport.CandidateScore> tried = report.candidates();
    assertTrue(tried.size() >= 3);
    double smallest = tried.stream().mapToDouble(FitReport.CandidateScore::mse).min().orElseThrow();
    FitReport.CandidateScore chosen =
        tried.stream().filter(c -> c.weight() == 1).findFirst().orElseThrow();
    assertEquals(smallest, chosen.mse());
    assertEquals(report.rank(), chosen.rank());
    assertEquals(report.rank(), report.settings().get("rank"));
    assertEquals(chosen.mse(), report.scores().get(0).mse(), 1e-9);
    assertTrue(error(model) < 0.3 * Metrics.mse(test.y(), new double[300]));
  }

  @Test
  void theReportSplitsTheObjectiveIntoLikelihoodAndPrior() {
    FitReport report = fit(RANK_FOUR, train.x(), train.y()).report();
    double sum = report.objective().get("logLikelihood") + report.objective().get("logPrior");
    assertEquals(report.history().get(report.history().size() - 1), sum, 1e-9 * Math.abs(sum));
  }

  @Test
  void aHeavilySupervisedFitMayTakeAllItsIterations() {
    LikelihoodConfig config =
        LikelihoodConfig.defaults()
            .withRank(4)
            .withSupervision(10)
            .withTolerance(0)
            .withMaxIterations(37);
    SlrmModel model = Slrm.with(config).folds(0).fit(train.x(), train.y());
    assertEquals(37, model.report().iterations());
  }

  /** The label lives on the second of six well separated directions. */
  @Test
  void sparseCoefficientsNameTheDirectionOfTheLabel() {
    Simulation clear =
        Simulation.builder()
            .rows(400)
            .features(60)
            .rank(6)
            .scales(16, 12, 9, 6.5, 4.5, 3)
            .labelDirections(1)
            .noise(0.5)
            .seed(6)
            .build();
    Simulation.Sample rows = clear.train();
    Simulation.Sample fresh = clear.test(400);
    LikelihoodConfig sparse = LikelihoodConfig.defaults().withRank(6).withSparse(true);
    SlrmModel model = fit(sparse, rows.x(), rows.y());
    SlrmModel dense = fit(LikelihoodConfig.defaults().withRank(6), rows.x(), rows.y());
    double[] w = model.state().arrays().get("member0_coefficients").data();
    for (int k = 0; k < 6; k++) {
      assertTrue(k == 1 ? Math.abs(w[k]) > 0.9 : Math.abs(w[k]) < 0.1, k + ": " + w[k]);
    }
    assertTrue(model.nonZeros(0) < 6);
    assertEquals(model.nonZeros(0), model.report().settings().get("nonZeros"));
    assertTrue((double) model.report().settings().get("l1") > 0);
    double error = Metrics.mse(fresh.y(), model.predict(fresh.x()).mean());
    assertTrue(error < 1.05 * Metrics.mse(fresh.y(), dense.predict(fresh.x()).mean()));
  }

  /** Six directions explain the features, the label depends on two weak ones. */
  private static Simulation weakLabel(int rows, double noise) {
    return Simulation.builder()
        .rows(rows)
        .features(30)
        .rank(8)
        .scales(2, 2, 2, 2, 2, 2, 0.5, 0.5)
        .labelOnLast(2)
        .keep(0.8)
        .noise(noise)
        .seed(2)
        .build();
  }

  private static double r2(LikelihoodConfig config, Simulation weak) {
    SlrmModel model = Slrm.with(config).folds(0).fit(weak.train().x(), weak.train().y());
    Simulation.Sample fresh = weak.test(1000);
    return Metrics.r2(fresh.y(), model.predict(fresh.x()).mean());
  }

  @Test
  void ranksGrowUntilTheyReachALabelInWeakDirections() {
    Simulation weak = weakLabel(300, 0.2);
    double chosen = r2(LikelihoodConfig.defaults(), weak);
    double right = r2(LikelihoodConfig.defaults().withRank(8), weak);
    assertTrue(chosen > right - 0.05, chosen + " of " + right);
    assertTrue(right > 0.6, "R² " + right);
  }

  @Test
  void whereTheRankIsTooSmallForTheLabelItCountsMore() {
    Simulation weak = weakLabel(600, 0.4);
    double plain = r2(LikelihoodConfig.defaults().withRank(6).withSupervision(1), weak);
    double chosen = r2(LikelihoodConfig.defaults().withRank(6), weak);
    assertTrue(plain < 0.05 && chosen > 0.2, plain + " and " + chosen);
  }

  @Test
  void whereTheRankIsLargeEnoughTheLabelCountsOnce() {
    Simulation weak = weakLabel(300, 0.2);
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(8))
            .folds(0)
            .fit(weak.train().x(), weak.train().y());
    assertEquals(1.0, model.report().settings().get("supervision"));
  }

  @Test
  void aRankBeyondRowsOrFeaturesIsRefusedWithNameRuleAndValue() {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(21);
    String message =
        assertThrows(IllegalArgumentException.class, () -> fit(config, train.x(), train.y()))
            .getMessage();
    assertEquals("rank must be between 1 and 20, got 21", message);
  }

  @Test
  void aNaNLabelIsAnUnlabelledRow() {
    double[] y = train.y().clone();
    IncompleteMatrix.Builder labels = IncompleteMatrix.builder(1);
    for (int i = 0; i < y.length; i++) {
      y[i] = i % 3 == 0 ? Double.NaN : y[i];
      if (i % 3 != 0) {
        labels.entry(0, y[i]);
      }
      labels.endRow();
    }
    SlrmModel missing = Slrm.with(RANK_FOUR).folds(0).fit(train.x(), labels.build());
    SlrmModel nan = fit(RANK_FOUR, train.x(), y);
    assertArrayEquals(means(missing), means(nan), 0);
    assertEquals(133, nan.report().labelledRows());
  }

  @Test
  void unlabelledRowsHelp() {
    Simulation.Sample more = simulation.draw(600, 0.75, 9);
    double[] y = new double[640];
    Arrays.fill(y, Double.NaN);
    System.arraycopy(more.y(), 0, y, 0, 40);
    int[] first = IntStream.range(0, 40).toArray();
    IncompleteMatrix all = more.x().selectRows(IntStream.range(0, 600).toArray());
    double with = error(fit(RANK_FOUR, all, Arrays.copyOf(y, 600)));
    double without = error(fit(RANK_FOUR, all.selectRows(first), Arrays.copyOf(y, 40)));
    assertTrue(with < 0.9 * without, with + " against " + without);
  }

  @Test
  void theOrderOfRowsAndFeaturesDoesNotMatter() {
    double[] expected = means(fit(EXACT, train.x(), train.y()));
    int[] rows = Folds.shuffled(200, 5);
    double[] y = IntStream.of(rows).mapToDouble(i -> train.y(i)).toArray();
    assertArrayEquals(expected, means(fit(EXACT, train.x().selectRows(rows), y)), 1e-6);
    int[] columns = Folds.shuffled(20, 6);
    SlrmModel turned = fit(EXACT, train.x().selectColumns(columns), train.y());
    assertArrayEquals(expected, turned.predict(test.x().selectColumns(columns)).mean(), 1e-6);
  }

  @Test
  void theUnitOfAFeatureDoesNotMatter() {
    double[] expected = means(fit(EXACT, train.x(), train.y()));
    SlrmModel other = fit(EXACT, rescaled(train.x()), train.y());
    assertArrayEquals(expected, other.predict(rescaled(test.x())).mean(), 1e-6);
  }

  @Test
  void nothingObservedGivesTheInterceptAndThePriorVariance() {
    SlrmModel model = fit(RANK_FOUR, train.x(), train.y());
    IncompleteRow nothing = IncompleteRow.of(20, new int[0], new double[0]);
    Prediction p = model.predict(nothing);
    double[] w = model.state().arrays().get("member0_coefficients").data();
    double tau = model.state().arrays().get("member0_label_noise").data()[0];
    double prior = Arrays.stream(w).map(v -> v * v).sum() + tau;
    assertEquals(model.explain(nothing).intercept(), p.mean(), 1e-12);
    assertEquals(Math.sqrt(prior) * model.targetScaling().scale(0), p.standardError(), 1e-9);
    assertTrue(p.answered());
  }

  @Test
  void measuringTheFirstSuggestionHelpsMoreThanMeasuringAnything() {
    SlrmModel model = fit(RANK_FOUR, train.x(), train.y());
    Simulation.Sample whole = simulation.draw(2000, 1, 11);
    SplittableRandom random = new SplittableRandom(3);
    double suggested = 0;
    double any = 0;
    for (int i = 0; i < 2000; i++) {
      double[] all = whole.x().row(i).toNaN();
      double[] seen =
          Arrays.stream(all).map(v -> random.nextDouble() < 0.3 ? v : Double.NaN).toArray();
      IncompleteRow row = IncompleteRow.ofNaN(seen);
      List<SlrmModel.Suggestion> missing = model.suggestMeasurements(row, 20);
      if (missing.size() > 1) {
        int first = missing.get(0).feature();
        int other = missing.get(random.nextInt(missing.size())).feature();
        suggested += squared(model, seen, all, first, whole.y(i));
        any += squared(model, seen, all, other, whole.y(i));
      }
    }
    assertTrue(suggested < 0.95 * any, suggested + " against " + any);
  }

  @Test
  void aRankCloseToTheNumberOfRowsDoesNotDiverge() {
    Simulation.Sample few =
        Simulated.table(42, 60, 10, 5).keep(0.5).noise(0.5).seed(4).build().train();
    for (LikelihoodConfig.Noise noise : LikelihoodConfig.Noise.values()) {
      LikelihoodConfig config = LikelihoodConfig.defaults().withRank(20).withNoise(noise);
      FitReport.Score score = Slrm.with(config).fit(few.x(), few.y()).report().scores().get(0);
      assertTrue(score.r2() > -2, noise + ": 1 − r2 is " + (1 - score.r2()));
    }
  }

  /** Rank 20 of 30, the label in the ten weakest directions. */
  @Test
  void supervisionPullsWeakLabelDirectionsIn() {
    Simulation weak =
        Simulation.builder()
            .rows(1000)
            .fallingScales(3, 0.6)
            .labelOnLast(10)
            .noise(0.1)
            .seed(1)
            .build();
    Simulation.Sample rows = weak.train();
    Simulation.Sample fresh = weak.test(500);
    double[] relative = new double[2];
    for (int k = 0; k < 2; k++) {
      LikelihoodConfig config =
          LikelihoodConfig.defaults()
              .withRank(20)
              .withNoise(LikelihoodConfig.Noise.ISOTROPIC)
              .withSupervision(k == 0 ? 1 : 10);
      double[] mean = fit(config, rows.x(), rows.y()).predict(fresh.x()).mean();
      relative[k] = 1 - Metrics.r2(fresh.y(), mean);
    }
    assertTrue(relative[0] > 0.8, "plain: " + relative[0]);
    assertTrue(relative[1] < 0.4, "supervised: " + relative[1]);
  }

  private static SlrmModel fit(LikelihoodConfig config, IncompleteMatrix x, double[] y) {
    return Slrm.with(config).folds(0).fit(x, y);
  }

  private double[] means(SlrmModel model) {
    return model.predict(test.x()).mean();
  }

  private double error(SlrmModel model) {
    return Metrics.mse(test.y(), means(model));
  }

  private static IncompleteMatrix rescaled(IncompleteMatrix x) {
    return x.map((j, v) -> j == 3 ? 1000 * v - 7 : j == 4 ? -0.01 * v : v);
  }

  private static double squared(SlrmModel m, double[] seen, double[] all, int j, double y) {
    double[] more = seen.clone();
    more[j] = all[j];
    double off = m.predict(IncompleteRow.ofNaN(more)).mean() - y;
    return off * off;
  }
}
