package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.SirConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** A row's weight says how many times it counts: 0 is absent, 2 is there twice. */
class WeightsTest {
  private static final int ROWS = 120;

  private final Table table = Table.of(ROWS, 3);

  /** Every settings type with a solver. */
  static List<MethodConfig> methods() {
    return List.of(
        AutoConfig.defaults(),
        AutoConfig.defaults().withIndicators(AutoConfig.Indicators.ON),
        LikelihoodConfig.defaults(),
        LikelihoodConfig.defaults().withRank(2).withSparse(true),
        KernelConfig.defaults(),
        SirConfig.defaults().withRank(2).withEstimator(SirConfig.Estimator.SIR).withDirections(1),
        MeanElasticNetConfig.defaults(),
        MeanElasticNetConfig.defaults().withPenalties(0, 0),
        PlsConfig.defaults(),
        CorrectedLassoConfig.defaults(),
        TreesConfig.defaults(),
        PcrConfig.defaults(),
        MpcrConfig.defaults().withRank(2),
        SmpcrConfig.defaults().withRank(2).withMaxPasses(3).withSearch(4, 40),
        SlrmConfig.builder().rank(2).maxPasses(3).search(4, 40).build(),
        MousseConfig.defaults().withRank(1).withLeaves(2));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aRowOfWeightZeroIsAsGoodAsAbsent(MethodConfig config) {
    int[] kept = IntStream.range(0, ROWS).filter(i -> i % 3 != 1).toArray();
    double[] weights = new double[ROWS];
    IntStream.of(kept).forEach(i -> weights[i] = 1);
    SlrmModel all = Slrm.with(config).weights(weights).fit(table.spoilt(weights).x, table.y);
    Table rest = table.rows(kept);
    SlrmModel some = Slrm.with(config).fit(rest.x, rest.y);
    same(some, all, 0);
    FitReport one = some.report();
    FitReport two = all.report();
    assertEquals(one.scores(), two.scores());
    assertEquals(one.rows(), two.rows());
    assertEquals(one.labelledRows(), two.labelledRows());
    assertArrayEquals(some.calibration(0).scores(), all.calibration(0).scores());
    assertTrue(
        two.notes().contains(Note.of("rows-of-weight-zero", "rows", 40L)),
        () -> two.notes().toString());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void weightsOfOneAreNoWeights(MethodConfig config) {
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    SlrmModel weighted = Slrm.with(config).weights(ones).fit(table.x, table.y);
    same(Slrm.with(config).fit(table.x, table.y), weighted, 0);
  }

  /** Those that leave nothing to folds; what is chosen by folds depends on which rows these mix. */
  static List<MethodConfig> fixed() {
    return List.of(
        LikelihoodConfig.defaults().withRank(2),
        LikelihoodConfig.defaults().withRank(1).withNoise(LikelihoodConfig.Noise.PER_FEATURE),
        MeanElasticNetConfig.defaults().withPenalties(0, 0),
        MeanElasticNetConfig.defaults().withPenalties(0.1, 0.2),
        PlsConfig.defaults().withComponents(2),
        CorrectedLassoConfig.defaults().withPenalty(0.1, 4),
        TreesConfig.defaults().withTrees(20),
        PcrConfig.defaults().withRank(2).withL1(0.01),
        MpcrConfig.defaults().withRank(2).withL1(0.01));
  }

  @ParameterizedTest
  @MethodSource("fixed")
  void aRowOfWeightTwoIsAsGoodAsTwoRows(MethodConfig config) {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> 1 + i % 3);
    SlrmModel weighted = Slrm.with(config).weights(weights).folds(0).fit(table.x, table.y);
    Table rows = table.rows(repeated(weights));
    same(Slrm.with(config).folds(0).fit(rows.x, rows.y), weighted, 1e-8);
  }

  /** Those that step from row to row. */
  static List<MethodConfig> inTurn() {
    return List.of(
        SlrmConfig.builder().rank(1).l1(0.01).l2(0).reconstructionWeight(1).build(),
        SlrmConfig.builder().rank(1).averaging(true).labelFreeEnd(true).refit(true).build(),
        SmpcrConfig.defaults().withRank(1),
        MousseConfig.defaults().withRank(1).withLeaves(1),
        MousseConfig.defaults().withRank(1).withLeaves(3));
  }

  /**
   * Copies of a row are visited at other times than the row itself, each with a code of its own,
   * and other rows are held out, so that fits agree nearly. A fifth by weight says the opposite of
   * the rest: rows without weights would be fitted far from that. No rows are given to hold out,
   * for these would choose the pass nearest to them, weights or not.
   */
  @ParameterizedTest
  @MethodSource("inTurn")
  void stepsByWeightedRowsLeadWhereThoseByCopiesLead(MethodConfig config) {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i % 2 == 0 ? 4 : 1);
    Table all = table.labelled(i -> i % 2 == 0 ? table.y[i] : 40 - table.y[i]);
    Trainer trainer = Slrm.with(config).folds(0);
    Table copies = all.rows(repeated(weights));
    double[] copied = trainer.fit(copies.x, copies.y).predict(table.x).mean();
    double[] weighted = trainer.weights(weights).fit(all.x, all.y).predict(table.x).mean();
    double[] plain = trainer.fit(all.x, all.y).predict(table.x).mean();
    double far = difference(copied, plain);
    double near = difference(copied, weighted);
    assertTrue(near < 0.1 * far, () -> near + " from copies, without weights " + far);
  }

  /**
   * What is fitted is a mean over rows, and only steps get longer: fits differ by less than 2 % of
   * the mean square that they leave of the labels, 0.5.
   */
  @ParameterizedTest
  @MethodSource("inTurn")
  void rowsThatAllCountAlikeAreFittedAsIfTheyCountedOnce(MethodConfig config) {
    SlrmModel plain = Slrm.with(config).folds(0).fit(table.x, table.y);
    for (double c : new double[] {0.5, 2, 7.5}) {
      double[] weights = new double[ROWS];
      Arrays.fill(weights, c);
      close(plain, Slrm.with(config).folds(0).weights(weights).fit(table.x, table.y));
    }
  }

  private void close(SlrmModel expected, SlrmModel actual) {
    double[] one = expected.predict(table.x).mean();
    double[] two = actual.predict(table.x).mean();
    double difference = difference(one, two);
    assertTrue(difference < 0.01, () -> "mean squared difference " + difference);
  }

  private static double difference(double[] one, double[] two) {
    return IntStream.range(0, ROWS).mapToDouble(i -> Math.pow(one[i] - two[i], 2)).sum() / ROWS;
  }

  /** Half of the rows say the opposite of the others: the half that counts more is believed. */
  @ParameterizedTest
  @MethodSource("inTurn")
  void theRowsThatCountMoreDecide(MethodConfig config) {
    double[] y = table.y.clone();
    double[] weights = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      boolean first = i % 2 == 0;
      y[i] = first ? table.y[i] : 40 - table.y[i];
      weights[i] = first ? 3.5 : 0.25;
    }
    double[] one = Slrm.with(config).weights(weights).fit(table.x, y).predict(table.x).mean();
    Arrays.setAll(weights, i -> 3.75 - weights[i]);
    double[] two = Slrm.with(config).weights(weights).fit(table.x, y).predict(table.x).mean();
    assertTrue(slope(one) > 0.4, "slope " + slope(one));
    assertTrue(slope(two) < -0.4, "slope " + slope(two));
  }

  /** Of a line through predictions against what every other label is. */
  private double slope(double[] fitted) {
    double mean = Arrays.stream(table.y).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < ROWS; i++) {
      products += (table.y[i] - mean) * fitted[i];
      squares += (table.y[i] - mean) * (table.y[i] - mean);
    }
    return products / squares;
  }

  /** A row that counts for nearly nothing, or for all, neither hurts nor breaks. */
  @ParameterizedTest
  @MethodSource("inTurn")
  void weightsOfAllSizesGiveAFit(MethodConfig config) {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> Math.pow(10, i % 7 - 3));
    double[] fitted =
        Slrm.with(config).weights(weights).fit(table.x, table.y).predict(table.x).mean();
    assertTrue(slope(fitted) > 0.5 && slope(fitted) < 1.5, "slope " + slope(fitted));
  }

  private static int[] repeated(double[] weights) {
    return IntStream.range(0, weights.length)
        .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
        .toArray();
  }

  private void same(SlrmModel expected, SlrmModel actual, double tolerance) {
    double[] one = expected.predict(table.x).mean();
    double[] two = actual.predict(table.x).mean();
    if (tolerance == 0) {
      assertArrayEquals(one, two);
    } else {
      assertArrayEquals(one, two, tolerance);
    }
  }

  @Test
  void aFitIsEvaluatedAndCalibratedByTheRowsThatCount() {
    Table many = Table.of(600, 5);
    double[] weights = new double[600];
    Arrays.fill(weights, 300, 600, 1);
    double[] y = many.y.clone();
    for (int i = 0; i < 300; i++) {
      y[i] = 1000 * Math.cos(i);
    }
    FitReport report =
        Slrm.with(LikelihoodConfig.defaults().withRank(1)).weights(weights).fit(many.x, y).report();
    FitReport.Score score = report.scores().get(0);
    assertEquals(300, score.rows());
    assertTrue(score.mse() < 10, score.toString());
    assertTrue(score.r2() > 0.5, score.toString());
    CrossValidated cv = report.validation();
    assertEquals(600, cv.rows());
    assertEquals(-1, cv.fold(299));
    assertTrue(Double.isNaN(cv.prediction(299, 0)));
    assertEquals(y[299], cv.label(299, 0));
    assertEquals(many.x.observed(299), cv.observed(299));
    assertTrue(cv.fold(300) >= 0 && cv.prediction(300, 0) == cv.prediction(300, 0));
  }

  @Test
  void crossValidationWeighsTheRowsItLeavesOut() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i % 4);
    var config = MeanElasticNetConfig.defaults();
    CrossValidated cv =
        CrossValidation.of(config)
            .weights(weights)
            .run(table.x, IncompleteMatrix.ofColumn(table.y));
    double sum = 0;
    double total = 0;
    for (int i = 0; i < ROWS; i++) {
      double e = table.y[i] - cv.prediction(i, 0);
      assertEquals(weights[i] == 0, Double.isNaN(e), "row " + i);
      sum += Double.isNaN(e) ? 0 : weights[i] * e * e;
      total += weights[i];
    }
    assertEquals(sum / total, cv.mse(0), 1e-12);
    int[] kept = IntStream.range(0, ROWS).filter(i -> weights[i] > 0).toArray();
    Table rest = table.rows(kept);
    CrossValidated same =
        CrossValidation.of(config)
            .weights(IntStream.of(kept).mapToDouble(i -> weights[i]).toArray())
            .run(rest.x, IncompleteMatrix.ofColumn(rest.y));
    assertEquals(same.mse(0), cv.mse(0));
    assertEquals(same.r2(0), cv.r2(0));
    assertEquals(same.mseStandardError(0), cv.mseStandardError(0));
    assertArrayEquals(
        same.standardError(),
        IntStream.of(kept).mapToDouble(i -> cv.standardError(i, 0)).toArray());
  }

  @Test
  void rowsGivenToValidateWithStayBehindThoseOfTheTable() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i < 20 ? 0 : 2);
    Table given = Table.of(60, 8);
    CrossValidated cv =
        Slrm.with(AutoConfig.defaults())
            .weights(weights)
            .validation(given.x, IncompleteMatrix.ofColumn(given.y))
            .fit(table.x, table.y)
            .report()
            .validation();
    assertEquals(ROWS + 60, cv.rows());
    assertEquals(table.y[19], cv.label(19, 0));
    assertEquals(-1, cv.fold(19));
    assertEquals(table.y[20], cv.label(20, 0));
    assertEquals(given.y[0], cv.label(ROWS, 0));
  }

  /** Rows of one direction in four features, some of them missing. */
  private record Table(IncompleteMatrix x, double[] y) {
    static Table of(int rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[rows][4];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double code = random.nextGaussian();
        for (int j = 0; j < 4; j++) {
          double value = 5 + code + 0.5 * random.nextGaussian();
          y[i] += value;
          x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : value;
        }
      }
      return new Table(IncompleteMatrix.ofNaN(x), y);
    }

    Table rows(int[] indices) {
      return new Table(
          x.selectRows(indices), IntStream.of(indices).mapToDouble(i -> y[i]).toArray());
    }

    Table labelled(IntToDoubleFunction label) {
      return new Table(x, IntStream.range(0, y.length).mapToDouble(label).toArray());
    }

    /** What does not count may be wild. */
    Table spoilt(double[] weights) {
      double[][] outlying = new double[y.length][];
      for (int i = 0; i < outlying.length; i++) {
        double[] row = x.row(i).toNaN();
        outlying[i] = weights[i] > 0 ? row : Arrays.stream(row).map(v -> 1000 * v).toArray();
      }
      return new Table(IncompleteMatrix.ofNaN(outlying), y);
    }
  }
}
