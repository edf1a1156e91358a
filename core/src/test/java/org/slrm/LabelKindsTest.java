package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.StreamConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.ClassMetrics;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/** Targets that are classes, counts, amounts or numbers with outliers, from rows to answers. */
@Tag("slow")
class LabelKindsTest {
  private static final MethodConfig RANK_2 = LikelihoodConfig.defaults().withRank(2);
  private static final int FEATURES = 8;

  /** Rows near a plane, 30 % missing, and labels that follow from the codes. */
  private record Sample(IncompleteMatrix x, double[] y) {
    static Sample of(LabelKind kind, int rows, long seed) {
      return of(kind, rows, seed, 2);
    }

    static Sample of(LabelKind kind, int rows, long seed, int levels) {
      SplittableRandom random = new SplittableRandom(seed);
      SplittableRandom fixed = new SplittableRandom(99);
      double[][] V = new double[FEATURES][2];
      for (double[] v : V) {
        Arrays.setAll(v, k -> fixed.nextGaussian());
      }
      double[][] x = new double[rows][FEATURES];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        for (int j = 0; j < FEATURES; j++) {
          double value = 3 + V[j][0] * a + V[j][1] * b + 0.3 * random.nextGaussian();
          x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : value;
        }
        y[i] = label(kind, 0.3 + 1.5 * a - b, levels, random);
      }
      return new Sample(IncompleteMatrix.ofNaN(x), y);
    }

    private static double label(LabelKind kind, double eta, int levels, SplittableRandom random) {
      double u = random.nextDouble();
      return switch (kind.label()) {
        case "numeric" -> eta + 0.3 * random.nextGaussian();
        case "robust" -> eta + (u < 0.05 ? 50 : 0.3) * random.nextGaussian();
        case "positive" -> Math.exp(2 + eta + 0.3 * random.nextGaussian());
        case "classes" -> {
          double at = eta + Math.log(u / (1 - u));
          yield levels == 2
              ? (at > 0 ? 1 : 0)
              : Math.max(0, Math.min(levels - 1, Math.rint(at + 1)));
        }
        case "counts" -> {
          double mean = Math.exp(0.7 * eta);
          double p = Math.exp(-mean);
          int k = 0;
          for (double below = p; u > below && k < 200; below += p) {
            k++;
            p *= mean / k;
          }
          yield k;
        }
        default -> throw new IllegalArgumentException(kind.label());
      };
    }
  }

  private static SlrmModel fit(LabelKind kind, Sample s) {
    return Slrm.with(RANK_2).labels(kind).fit(s.x, s.y);
  }

  @ParameterizedTest
  @MethodSource("org.slrm.method.LabelKind#all")
  void aFitExplainsLabelsOfItsKindAndSurvivesBeingTakenApart(LabelKind kind) {
    Sample train = Sample.of(kind, 400, 1);
    Sample test = Sample.of(kind, 300, 2);
    SlrmModel model = fit(kind, train);
    assertEquals(kind, model.labelKind(0));
    FitReport.Score score = model.report().scores().get(0);
    assertTrue(score.explained() > 0.2, () -> kind + " " + score);
    SlrmModel again = SlrmModel.of(model.state());
    Predictions p = model.predict(test.x);
    Predictions q = again.predict(test.x);
    for (int i = 0; i < p.rows(); i++) {
      assertEquals(p.mean(i, 0), q.mean(i, 0));
      assertEquals(p.lower(i, 0), q.lower(i, 0));
      for (int k = 0; k < model.levels(0); k++) {
        assertEquals(p.probabilities().of(i, 0, k), q.probabilities().of(i, 0, k));
        assertEquals(p.inSet(i, 0, k), q.inSet(i, 0, k));
      }
      Prediction one = model.predict(test.x.row(i));
      assertEquals(p.mean(i, 0), one.mean(), 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("org.slrm.method.LabelKind#all")
  void contributionsAddUp(LabelKind kind) {
    SlrmModel model = fit(kind, Sample.of(kind, 300, 3));
    Sample test = Sample.of(kind, 20, 4);
    for (int i = 0; i < 20; i++) {
      SlrmModel.Explanation e = model.explain(test.x.row(i));
      double sum = Arrays.stream(e.contribution()).sum() + e.missingness();
      assertEquals(e.mean() - e.intercept(), sum, 1e-9);
      assertEquals(kind == LabelKind.CLASSES, e.level() >= 0);
      if (kind == LabelKind.CLASSES) {
        double p = model.predict(test.x.row(i)).probability(e.level());
        assertEquals(p, 1 / (1 + Math.exp(-e.mean())), 1e-9);
      }
    }
  }

  static Stream<Arguments> logarithms() {
    return Stream.of(
            RANK_2,
            MeanElasticNetConfig.defaults(),
            TreesConfig.defaults(),
            KernelConfig.defaults(),
            AutoConfig.defaults())
        .flatMap(
            m ->
                Stream.of(LabelKind.POSITIVE, LabelKind.COUNTS).map(kind -> Arguments.of(m, kind)));
  }

  @ParameterizedTest
  @MethodSource("logarithms")
  void contributionsAddUpToTheLogarithmOfThePrintedPrediction(MethodConfig config, LabelKind kind) {
    Sample train = Sample.of(kind, 200, 3);
    SlrmModel free = Slrm.with(config).labels(kind).fit(train.x, train.y);
    Sample test = Sample.of(kind, 20, 4);
    for (SlrmModel model : List.of(free, free.within(0, 1, 5))) {
      for (int i = 0; i <= 20; i++) {
        IncompleteRow row =
            i < 20 ? test.x.row(i) : IncompleteRow.of(FEATURES, new int[0], new double[0]);
        SlrmModel.Explanation e = model.explain(row);
        double sum = e.intercept() + Arrays.stream(e.contribution()).sum() + e.missingness();
        assertEquals(Math.log(model.predict(row).mean()), sum, 1e-9);
        assertEquals(Math.log(model.predict(row).mean()), e.mean(), 1e-9);
      }
    }
  }

  @Test
  void probabilitiesOfSeveralClassesSumToOneAndBeatTheirShares() {
    Sample train = Sample.of(LabelKind.CLASSES, 600, 5, 4);
    Sample test = Sample.of(LabelKind.CLASSES, 400, 6, 4);
    SlrmModel model = fit(LabelKind.CLASSES, train);
    assertEquals(4, model.levels(0));
    Predictions p = model.predict(test.x);
    for (int i = 0; i < p.rows(); i++) {
      assertEquals(1, Arrays.stream(p.probabilities().of(i, 0)).sum(), 1e-12);
    }
    ClassMetrics m = ClassMetrics.of(test.y, p.probabilities(), 0, null);
    assertTrue(m.logLoss() < 0.85 * m.baselineLogLoss());
    assertTrue(m.accuracy() > 0.5);
    assertEquals(400, Arrays.stream(m.confusion()).flatMapToDouble(Arrays::stream).sum());
  }

  @Test
  void rowsWithFewerEntriesAreLessSure() {
    SlrmModel model = fit(LabelKind.CLASSES, Sample.of(LabelKind.CLASSES, 500, 7));
    Sample test = Sample.of(LabelKind.CLASSES, 100, 8);
    double sure = 0;
    double less = 0;
    for (int i = 0; i < 100; i++) {
      IncompleteRow row = test.x.row(i);
      sure += Math.abs(model.predict(row).probability(1) - 0.5);
      int few = Math.min(1, row.observed());
      IncompleteRow part =
          IncompleteRow.of(
              FEATURES,
              Arrays.copyOf(row.indices(), few),
              row.observed() == 0 ? new double[0] : new double[] {row.value(0)});
      less += Math.abs(model.predict(part).probability(1) - 0.5);
    }
    assertTrue(less < sure);
  }

  @Test
  void setsHoldTheTrueClassAboutAsOftenAsTheyPromise() {
    SlrmModel model = fit(LabelKind.CLASSES, Sample.of(LabelKind.CLASSES, 4000, 9, 3));
    Sample test = Sample.of(LabelKind.CLASSES, 3000, 10, 3);
    Predictions p = model.predict(test.x, 0.9, 2);
    for (int k = 0; k < 3; k++) {
      int level = k;
      int[] own = IntStream.range(0, 3000).filter(i -> test.y[i] == level).toArray();
      double held = IntStream.of(own).filter(i -> p.inSet(i, 0, level)).count();
      assertEquals(0.9, held / own.length, 0.03);
    }
  }

  @Test
  void countsAndAmountsHaveMediansAndIntervals() {
    for (LabelKind kind : List.of(LabelKind.COUNTS, LabelKind.POSITIVE)) {
      SlrmModel model = fit(kind, Sample.of(kind, 800, 11));
      Sample test = Sample.of(kind, 2000, 12);
      Predictions p = model.predict(test.x, 0.9, 2);
      double held = 0;
      for (int i = 0; i < p.rows(); i++) {
        assertTrue(p.lower(i, 0) <= p.median(i, 0) && p.median(i, 0) <= p.upper(i, 0));
        assertTrue(p.lower(i, 0) >= 0);
        held += test.y[i] >= p.lower(i, 0) && test.y[i] <= p.upper(i, 0) ? 1 : 0;
      }
      // Counts are discrete: their intervals may hold more.
      double most = kind == LabelKind.COUNTS ? 0.98 : 0.93;
      assertTrue(held / p.rows() > 0.87 && held / p.rows() < most, kind + " " + held / p.rows());
    }
  }

  @Test
  void outliersDoNotRuinARobustFit() {
    Sample dirty = Sample.of(LabelKind.ROBUST, 400, 13);
    Sample clean = Sample.of(LabelKind.NUMERIC, 1000, 14);
    double robust = mse(fit(LabelKind.ROBUST, dirty), clean);
    double squared = mse(fit(LabelKind.NUMERIC, dirty), clean);
    double best = mse(fit(LabelKind.NUMERIC, Sample.of(LabelKind.NUMERIC, 400, 13)), clean);
    assertTrue(robust < 1.1 * best, robust + " " + best);
    assertTrue(robust < 0.8 * squared, robust + " " + squared);
  }

  private static double mse(SlrmModel model, Sample test) {
    Predictions p = model.predict(test.x);
    return IntStream.range(0, p.rows())
        .mapToDouble(i -> Math.pow(p.mean(i, 0) - test.y[i], 2))
        .average()
        .orElseThrow();
  }

  @Test
  void targetsOfDifferentKindsAreFittedTogether() {
    Sample number = Sample.of(LabelKind.NUMERIC, 300, 15);
    Sample classes = Sample.of(LabelKind.CLASSES, 300, 15, 3);
    double[][] y = new double[300][];
    Arrays.setAll(y, i -> new double[] {number.y[i], i % 5 == 0 ? Double.NaN : classes.y[i]});
    SlrmModel model =
        Slrm.with(RANK_2)
            .labels(LabelKind.NUMERIC, LabelKind.CLASSES)
            .fit(number.x, IncompleteMatrix.ofNaN(y));
    assertEquals(2, model.targets());
    assertEquals(3, model.levels(1));
    assertEquals(2, model.report().scores().size());
    CrossValidated cv = model.report().validation();
    assertEquals(0, cv.levels(0));
    assertEquals(3, cv.levels(1));
    Prediction p = model.predict(number.x.row(0), 1);
    assertEquals(1, p.probability(0) + p.probability(1) + p.probability(2), 1e-12);
  }

  @Test
  void autoTakesClassesAndCountsAndBeatsKnowingNothing() {
    for (LabelKind kind : List.of(LabelKind.CLASSES, LabelKind.COUNTS, LabelKind.ROBUST)) {
      Sample s = Sample.of(kind, 250, 16);
      SlrmModel model = Slrm.with(AutoConfig.defaults()).labels(kind).threads(2).fit(s.x, s.y);
      FitReport.Score score = model.report().scores().get(0);
      assertTrue(score.explained() > 0.2, kind + " " + score);
      assertFalse(model.report().candidates().isEmpty());
      double weights =
          model.report().candidates().stream().mapToDouble(FitReport.CandidateScore::weight).sum();
      assertEquals(1, weights, 1e-9);
    }
  }

  @Test
  void aFitByPassesLearnsClassesWhereverTheirRowsAre() {
    Sample s = Sample.of(LabelKind.NUMERIC, 20_701, 11);
    // As many rows as are looked at have one class, and the last row alone has the third.
    double[] y = new double[s.y.length];
    Arrays.fill(y, 20_200, y.length, 1);
    y[y.length - 1] = 2;
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(1))
            .labels(LabelKind.CLASSES)
            .fit(
                RowBlocks.of(s.x, IncompleteMatrix.ofColumn(y), 4096),
                RowBlocks.Passes.defaults().withMaxPasses(1));
    assertEquals(3, model.levels(0));
    double share =
        model.predict(IncompleteRow.of(FEATURES, new int[0], new double[0])).probability(1);
    assertEquals(500.0 / 20_701, share, 0.02);
  }

  @Test
  void aStreamLearnsClasses() {
    Sample s = Sample.of(LabelKind.CLASSES, 2000, 17, 3);
    var config = StreamConfig.ofRank(2).withWarmUp(200);
    SlrmStream stream = Slrm.stream(config, FEATURES, List.of(LabelKind.CLASSES));
    double loss = 0;
    for (int i = 0; i < 2000; i++) {
      Prediction p = stream.predict(s.x.row(i));
      loss += i >= 1000 ? -Math.log(p.probability((int) s.y[i])) : 0;
      stream.update(s.x.row(i), s.y[i]);
    }
    assertTrue(loss / 1000 < 0.95, "log loss " + loss / 1000);
    SlrmStream again = SlrmStream.of(stream.state());
    IncompleteRow row = s.x.row(0);
    assertEquals(stream.predict(row).probability(2), again.predict(row).probability(2));
  }

  @Test
  void whatIsNoLabelOfItsKindIsNamed() {
    Sample s = Sample.of(LabelKind.COUNTS, 50, 18);
    assertRefused(LabelKind.COUNTS, s, -1, "a count must not be negative, got -1.0");
    assertRefused(LabelKind.COUNTS, s, 1.5, "a count must be a whole number, got 1.5");
    assertRefused(LabelKind.POSITIVE, s, 0, "a positive amount must be above 0, got 0.0");
    assertRefused(LabelKind.CLASSES, s, 5000, "must have at most 1000 classes, got class 5000");
    assertRefused(LabelKind.CLASSES, s, -2, "a class must be a whole number from 0 on, got -2.0");
    double[] same = new double[50];
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Slrm.with(RANK_2).labels(LabelKind.CLASSES).fit(s.x, same));
    assertTrue(e.getMessage().contains("must have at least 2 classes, got 1"), e.getMessage());
  }

  private static void assertRefused(LabelKind kind, Sample s, double label, String message) {
    double[] y = Arrays.stream(s.y).map(v -> kind == LabelKind.POSITIVE ? v + 1 : v).toArray();
    y[7] = label;
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Slrm.with(RANK_2).labels(kind).fit(s.x, y));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
