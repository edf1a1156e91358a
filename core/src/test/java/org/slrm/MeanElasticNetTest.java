package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RawProblem;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;
import org.slrm.result.Note;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

class MeanElasticNetTest {
  private static final MeanElasticNetConfig DEFAULTS = MeanElasticNetConfig.defaults();
  private static final Simulation SIMULATION =
      Simulated.table(300, 20, 5, 3).keep(0.8).noise(0.5).meanSpread(3).intercept(4).build();

  private static Trainer trainer(MeanElasticNetConfig config) {
    return Slrm.with(config).threads(1);
  }

  @Test
  void onCompleteDataItIsTheElasticNetOnStandardisedFeatures() {
    Simulation.Sample train = SIMULATION.draw(60, 1, 5);
    SlrmModel model = trainer(DEFAULTS.withPenalties(0.1, 0.05)).fit(train.x(), train.y());
    double[] x = new double[60 * 20];
    double[] y = new double[60];
    for (int i = 0; i < 60; i++) {
      y[i] = model.targetScaling().scaled(0, train.y(i));
      for (int j = 0; j < 20; j++) {
        x[i * 20 + j] = train.x().valueAt(i, j);
      }
    }
    double[] w =
        ElasticNet.path(
                RawProblem.ofRows(x, 20, y, null),
                Penalties.of(0.1, 0.05),
                new ElasticNet.Settings(true, 1e-14, 10_000))
            .coefficients(0);
    double[] found = model.featureCoefficients(0);
    for (int j = 0; j < 20; j++) {
      assertEquals(w[j] * model.targetScaling().scale(0), found[j], 1e-3);
    }
  }

  @Test
  void itPredictsBetterThanTheMeanAndWorseThanBayes() {
    Simulation.Sample train = SIMULATION.train();
    Simulation.Sample test = SIMULATION.test(2000);
    SlrmModel model = trainer(DEFAULTS).fit(train.x(), train.y());
    Predictions p = model.predict(test.x(), 0.9, 1);
    double mse = Metrics.mse(test.y(), p.mean());
    assertTrue(mse < 0.5 * SIMULATION.truth().labelVariance());
    assertTrue(mse > SIMULATION.truth().bayes(test.x()).expectedError());
    int inside = 0;
    double variance = 0;
    for (int i = 0; i < 2000; i++) {
      inside += test.y(i) >= p.lower()[i] && test.y(i) <= p.upper()[i] ? 1 : 0;
      variance += p.standardError()[i] * p.standardError()[i] / 2000;
    }
    assertEquals(0.9, inside / 2000.0, 0.04);
    assertEquals(1, variance / mse, 0.2);
  }

  @Test
  void meanVarianceOverTheTrainingRowsIsTheErrorOnHeldOutRows() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel model = trainer(DEFAULTS).fit(train.x(), train.y());
    Predictions p = model.predict(train.x(), 0.9, 1);
    double variance = Arrays.stream(p.standardError()).map(s -> s * s).average().orElseThrow();
    assertEquals(model.report().scores().get(0).mse(), variance, 1e-9);
  }

  @Test
  void contributionsAddUpAndMissingFeaturesWidenTheAnswer() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel model = trainer(DEFAULTS).fit(train.x(), train.y());
    IncompleteRow row = train.x().row(0);
    var explanation = model.explain(row);
    double sum = Arrays.stream(explanation.contribution()).sum();
    Prediction all = model.predict(row);
    assertEquals(all.mean() - explanation.intercept(), sum, 1e-9);
    Prediction nothing = model.predict(IncompleteRow.of(20, new int[0], new double[0]));
    assertTrue(nothing.standardError() > all.standardError());
    assertTrue(nothing.answered());
    assertEquals(explanation.intercept(), nothing.mean(), 1e-12);
    double gain = model.suggestMeasurements(row, 1).get(0).varianceReduction();
    assertTrue(gain > 0);
  }

  @Test
  void aModelPutTogetherAgainPredictsTheSame() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel model = trainer(DEFAULTS).fit(train.x(), train.y());
    SlrmModel again = SlrmModel.of(model.state());
    Predictions p = model.predict(train.x(), 0.9, 1);
    Predictions q = again.predict(train.x(), 0.9, 1);
    assertArrayEquals(p.mean(), q.mean());
    assertArrayEquals(p.upper(), q.upper());
    assertArrayEquals(
        model.impute(train.x().row(3)).value(), again.impute(train.x().row(3)).value());
  }

  @Test
  void threadsDoNotChangeAByte() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel one = Slrm.with(DEFAULTS).threads(1).fit(train.x(), train.y());
    SlrmModel two = Slrm.with(DEFAULTS).threads(2).fit(train.x(), train.y());
    assertArrayEquals(one.featureCoefficients(0), two.featureCoefficients(0));
    assertEquals(one.report().scores(), two.report().scores());
  }

  @Test
  void orderOfRowsDoesNotMatterForGivenPenalties() {
    Simulation.Sample train = SIMULATION.train();
    int[] order = Folds.shuffled(300, 9);
    double[] y = Arrays.stream(order).mapToDouble(i -> train.y(i)).toArray();
    var config = DEFAULTS.withPenalties(0.05, 0);
    double[] one = trainer(config).fit(train.x(), train.y()).featureCoefficients(0);
    double[] two = trainer(config).fit(train.x().selectRows(order), y).featureCoefficients(0);
    assertArrayEquals(one, two, 1e-6);
  }

  @Test
  void scalingAFeatureScalesItsCoefficient() {
    Simulation.Sample train = SIMULATION.train();
    IncompleteMatrix scaled = train.x().map((j, v) -> j == 2 ? 1000 * v - 7 : v);
    double[] one = trainer(DEFAULTS).fit(train.x(), train.y()).featureCoefficients(0);
    double[] two = trainer(DEFAULTS).fit(scaled, train.y()).featureCoefficients(0);
    two[2] *= 1000;
    assertArrayEquals(one, two, 1e-9);
  }

  @Test
  void aRowOfWeightTwoCountsAsTwoRows() {
    Simulation.Sample train = SIMULATION.draw(40, 0.8, 6);
    int[] twice = new int[60];
    double[] weights = new double[40];
    Arrays.fill(weights, 1);
    for (int r = 0; r < 60; r++) {
      twice[r] = r % 40;
      weights[r % 40] = r < 40 ? 1 : 2;
    }
    IncompleteMatrix y = IncompleteMatrix.ofColumn(train.y());
    TrainingData weighted = new TrainingData(train.x(), y, weights);
    TrainingData repeated = new TrainingData(train.x(), y).rows(twice);
    var solver = new MeanElasticNetSolver(DEFAULTS.withPenalties(0.3, 0.1), 5);
    var one = solver.fit(weighted, FitContext.of(1)).members().get(0);
    var two = solver.fit(repeated, FitContext.of(1)).members().get(0);
    assertArrayEquals(
        one.state().arrays().get("coefficients").data(),
        two.state().arrays().get("coefficients").data(),
        1e-3);
    assertEquals(one.intercept(0), two.intercept(0), 1e-3);
  }

  @Test
  void targetsAreFittedOneByOneAndUnlabelledRowsDropOut() {
    Simulation.Sample train = SIMULATION.train();
    double[][] labels = new double[300][2];
    for (int i = 0; i < 300; i++) {
      labels[i][0] = i < 200 ? train.y(i) : Double.NaN;
      labels[i][1] = i % 3 == 0 ? Double.NaN : -2 * train.y(i);
    }
    var config = DEFAULTS.withPenalties(0.05, 0);
    SlrmModel both = trainer(config).fit(train.x(), IncompleteMatrix.ofNaN(labels));
    for (int t = 0; t < 2; t++) {
      int target = t;
      double[] y = Arrays.stream(labels).mapToDouble(row -> row[target]).toArray();
      SlrmModel alone = trainer(config).fit(train.x(), y);
      assertArrayEquals(alone.featureCoefficients(0), both.featureCoefficients(target), 1e-12);
      assertEquals(
          alone.predict(train.x().row(1)).mean(), both.predict(train.x().row(1), t).mean(), 1e-12);
    }
  }

  @Test
  void constantAndEmptyFeaturesAndEmptyRowsAreHarmless() {
    Simulation.Sample train = SIMULATION.train();
    IncompleteMatrix flat = train.x().map((j, v) -> j == 4 ? 0.1 : v);
    IncompleteMatrix.Builder builder = IncompleteMatrix.builder(20);
    for (int i = 0; i < 300; i++) {
      for (int k = flat.rowStart(i); i > 0 && k < flat.rowStart(i + 1); k++) {
        if (flat.column(k) != 7) {
          builder.entry(flat.column(k), flat.value(k));
        }
      }
      builder.endRow();
    }
    SlrmModel model = trainer(DEFAULTS).fit(builder.build(), train.y());
    double[] c = model.featureCoefficients(0);
    assertEquals(0, c[4]);
    assertEquals(0, c[7]);
    assertTrue(Double.isFinite(model.predict(train.x().row(3)).mean()));
    assertTrue(Double.isFinite(model.impute(train.x().row(3)).value()[7]));
  }

  @Test
  void fewLabelsGiveTheirMean() {
    double[] y = new double[300];
    Arrays.fill(y, Double.NaN);
    y[5] = 3;
    TrainingData one = new TrainingData(SIMULATION.train().x(), IncompleteMatrix.ofColumn(y));
    var fitted = new MeanElasticNetSolver(DEFAULTS, 5).fit(one, FitContext.of(1));
    assertEquals(3, fitted.members().get(0).intercept(0));
    assertEquals(0, fitted.members().get(0).nonZeros(0));
    assertTrue(fitted.record().notes.contains(Note.of("too-few-labels-of-target", "target", 0)));
    Arrays.fill(y, 2);
    assertEquals(
        2,
        trainer(DEFAULTS)
            .fit(SIMULATION.train().x(), y)
            .predict(SIMULATION.train().x().row(0))
            .mean(),
        1e-12);
  }

  @Test
  void thousandsOfFeaturesOnFewRows() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[72][7129];
    double[] y = new double[72];
    for (int i = 0; i < 72; i++) {
      for (int j = 0; j < 7129; j++) {
        double v = random.nextGaussian();
        y[i] += j < 3 ? 2 * v : 0;
        x[i][j] = random.nextDouble() < 0.1 ? Double.NaN : v;
      }
    }
    SlrmModel model = trainer(DEFAULTS).fit(IncompleteMatrix.ofNaN(x), y);
    double[] c = model.featureCoefficients(0);
    assertTrue(c[0] > 0.5 && c[1] > 0.5 && c[2] > 0.5);
  }

  @Test
  void theOneStandardErrorRuleTakesAStrongerPenalty() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel best = trainer(DEFAULTS).fit(train.x(), train.y());
    SlrmModel sparse = trainer(DEFAULTS.withOneStandardError(true)).fit(train.x(), train.y());
    assertTrue(sparse.nonZeros(0) <= best.nonZeros(0));
    double one = (Double) sparse.report().settings().get("l1");
    assertTrue(one > (Double) best.report().settings().get("l1"));
  }

  @Test
  void badSettingsAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> DEFAULTS.withPenalties(-1, 0));
    assertEquals("l1 must be finite and at least 0, got -1.0", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> DEFAULTS.withL1Ratio(2));
    assertEquals("l1Ratio must be between 0 and 1, got 2.0", e.getMessage());
  }

  /** What rounding leaves of a feature that does not vary once was given a coefficient of 1e17. */
  @Test
  void aFeatureThatDoesNotVaryInTrainingHasNoCoefficient() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[40][3];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i] = new double[] {random.nextGaussian(), 0.1, i % 7 == 0 ? Double.NaN : 1.0 / 3};
      y[i] = x[i][0] + random.nextGaussian();
    }
    TrainingData data = new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
    var member = new MeanElasticNetSolver(DEFAULTS, 5).fit(data, FitContext.of(1)).members().get(0);
    var solver = ((LinearInPattern) member).patternSolver();
    solver.pattern(new int[] {0, 1, 2}, 3);
    double[] c = new double[3];
    solver.coefficients(0, c);
    assertTrue(c[0] != 0);
    assertEquals(0, c[1]);
    assertEquals(0, c[2]);
  }

  /** Features with few known entries are constant in the folds that hold none of them out. */
  @Test
  void wideTablesWithATenthOfTheEntriesHaveFiniteModels() {
    for (int seed = 2; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[46][2000];
      double[] y = new double[46];
      for (int i = 0; i < x.length; i++) {
        y[i] = random.nextDouble() < 0.35 ? 1 : -1;
        for (int j = 0; j < x[i].length; j++) {
          double z = 6 + random.nextGaussian() + (j % 40 == 0 ? y[i] : 0);
          x[i][j] = random.nextDouble() < 0.1 ? Math.exp(z) : Double.NaN;
        }
      }
      SlrmModel model =
          trainer(DEFAULTS).fit(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
      double error = model.predict(IncompleteRow.ofNaN(x[0])).standardError();
      assertTrue(error > 0 && error < 10, "seed " + seed + ": standard error " + error);
    }
  }
}
