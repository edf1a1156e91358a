package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.StreamConfig;
import org.slrm.result.Missingness;

/** Models of features that are missing because of their values. */
class SelfMaskingModelTest {
  private static final int P = 6;
  private static final LikelihoodConfig MASKED =
      LikelihoodConfig.defaults()
          .withRank(2)
          .withSupervision(1)
          .withMaxIterations(100)
          .withMechanism(Mechanism.SELF_MASKING);

  /** Rows of two factors; features 0 to 3 are missing by their values, the others at random. */
  private record Rows(double[][] x, double[][] y) {
    static Rows of(int n, int seed, boolean masked) {
      Random random = new Random(seed);
      double[][] x = new double[n][P];
      double[][] y = new double[n][1];
      double[][] loadings = {{1, 0}, {0.8, 0.6}, {0, 1}, {0.9, -0.4}, {0.6, 0.6}, {0.5, -0.8}};
      for (int i = 0; i < n; i++) {
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        y[i][0] = 2 * a + b + 0.2 * random.nextGaussian();
        for (int j = 0; j < P; j++) {
          double v = loadings[j][0] * a + loadings[j][1] * b + 0.3 * random.nextGaussian();
          double chance = masked && j < 4 ? chance(v) : 0.4;
          x[i][j] = random.nextDouble() < chance ? Double.NaN : v;
        }
      }
      return new Rows(x, y);
    }

    static double chance(double v) {
      return 0.95 * Math.exp(-(v - 1.2) * (v - 1.2));
    }

    IncompleteMatrix features() {
      return IncompleteMatrix.ofNaN(x);
    }

    IncompleteMatrix labels() {
      return IncompleteMatrix.ofNaN(y);
    }

    Rows selected(int[] rows) {
      return new Rows(
          IntStream.of(rows).mapToObj(i -> x[i].clone()).toArray(double[][]::new),
          IntStream.of(rows).mapToObj(i -> y[i].clone()).toArray(double[][]::new));
    }
  }

  private static SlrmModel fit(LikelihoodConfig config, Rows rows) {
    return Slrm.with(config).folds(0).fit(rows.features(), rows.labels());
  }

  private static double[] predictions(SlrmModel model, Rows rows) {
    return Arrays.stream(rows.x)
        .mapToDouble(row -> model.predict(IncompleteRow.ofNaN(row)).mean())
        .toArray();
  }

  private static double error(double[] predictions, Rows rows) {
    return IntStream.range(0, predictions.length)
        .mapToDouble(i -> Math.pow(predictions[i] - rows.y[i][0], 2))
        .average()
        .orElseThrow();
  }

  private final Rows rows = Rows.of(1500, 1, true);
  private final Rows others = Rows.of(1500, 2, true);

  @Test
  void theReportHasTheCurvesThatMaskTheFeatures() {
    SlrmModel model = fit(MASKED, rows);
    Missingness found = model.report().missingness();
    List<Missingness.Feature> masked =
        found.features().stream().filter(f -> f.feature() < 4).toList();
    assertEquals(4, masked.size());
    for (Missingness.Feature f : masked) {
      for (double v = -1; v <= 2; v += 0.5) {
        assertEquals(Rows.chance(v), f.curve().probability(v), 0.12, f.feature() + " at " + v);
        assertTrue(f.curve().lower(v, 0.9) <= f.curve().probability(v));
        assertTrue(f.curve().upper(v, 0.9) >= f.curve().probability(v));
        assertTrue(f.curve().upper(v, 0.99) >= f.curve().upper(v, 0.9));
      }
    }
    double sum = found.features().stream().mapToDouble(f -> f.variance().get(0)).sum();
    assertEquals(found.variance().get(0), sum, 1e-9);
    assertTrue(sum > 0.01 && sum < 0.5, "sum " + sum);
  }

  @Test
  void theModelFileKeepsCurvesAndPredictions() {
    SlrmModel model = fit(MASKED, rows);
    SlrmModel read = SlrmModel.of(model.state());
    assertEquals(model.report().missingness(), read.report().missingness());
    assertArrayEquals(predictions(model, others), predictions(read, others), 1e-12);
  }

  @Test
  void aRowOfWeightTwoIsTheRowTwice() {
    Rows few = rows.selected(IntStream.range(0, 600).toArray());
    double[] weights = IntStream.range(0, 600).mapToDouble(i -> i < 200 ? 2 : 1).toArray();
    SlrmModel weighted =
        Slrm.with(MASKED).folds(0).weights(weights).fit(few.features(), few.labels());
    int[] repeated = IntStream.range(0, 800).map(i -> i < 600 ? i : i - 600).toArray();
    SlrmModel twice = fit(MASKED, few.selected(repeated));
    assertArrayEquals(predictions(twice, others), predictions(weighted, others), 1e-6);
    Missingness a = weighted.report().missingness();
    Missingness b = twice.report().missingness();
    assertEquals(b.features().size(), a.features().size());
    for (int k = 0; k < a.features().size(); k++) {
      Missingness.Feature f = a.features().get(k);
      Missingness.Feature g = b.features().get(k);
      assertEquals(g.missing(), f.missing(), 1e-12);
      assertEquals(g.curve().probability(0.5), f.curve().probability(0.5), 1e-6);
      assertEquals(g.curve().upper(0.5, 0.9), f.curve().upper(0.5, 0.9), 1e-6);
    }
  }

  @Test
  void predictionsDoNotDependOnUnitsOrOnTheOrderOfRows() {
    SlrmModel model = fit(MASKED, rows);
    int n = rows.x.length;
    Rows reversed = rows.selected(IntStream.range(0, n).map(i -> n - 1 - i).toArray());
    double[] expected = predictions(model, others);
    assertArrayEquals(expected, predictions(fit(MASKED, reversed), others), 1e-6);
    SlrmModel scaled = fit(MASKED, inOtherUnits(rows));
    assertArrayEquals(expected, predictions(scaled, inOtherUnits(others)), 1e-6);
    Missingness.Feature f = model.report().missingness().features().get(0);
    Missingness.Feature g = scaled.report().missingness().features().get(0);
    assertEquals(f.curve().probability(1), g.curve().probability(107), 1e-6);
    assertEquals(f.curve().lower(1, 0.9), g.curve().lower(107, 0.9), 1e-6);
  }

  private static Rows inOtherUnits(Rows of) {
    double[][] x =
        Arrays.stream(of.x)
            .map(row -> Arrays.stream(row).map(v -> 100 + 7 * v).toArray())
            .toArray(double[][]::new);
    return new Rows(x, of.y);
  }

  @Test
  void aModelThatKnowsTheMechanismHasTheSmallerError() {
    double ignorable = error(predictions(fit(MASKED.ignorable(), rows), others), others);
    double masked = error(predictions(fit(MASKED, rows), others), others);
    assertTrue(masked < 0.9 * ignorable, masked + " against " + ignorable);
  }

  @Test
  void twoClassesCanBePredictedFromFeaturesMissingByTheirValues() {
    double[] ignorable = probabilities(MASKED.ignorable());
    double[] masked = probabilities(MASKED);
    double a = logLoss(ignorable);
    double b = logLoss(masked);
    assertTrue(b < 0.97 * a, b + " against " + a);
  }

  private static Rows classes(Rows of) {
    double[][] y =
        Arrays.stream(of.y).map(v -> new double[] {v[0] > 0 ? 1 : 0}).toArray(double[][]::new);
    return new Rows(of.x, y);
  }

  private double[] probabilities(LikelihoodConfig config) {
    Rows train = classes(rows);
    SlrmModel model =
        Slrm.with(config).folds(0).labels(LabelKind.CLASSES).fit(train.features(), train.labels());
    assertEquals(config.selfMasking(), !model.report().missingness().isEmpty());
    return Arrays.stream(others.x)
        .mapToDouble(row -> model.predict(IncompleteRow.ofNaN(row)).probability(1))
        .toArray();
  }

  private double logLoss(double[] p) {
    Rows test = classes(others);
    return IntStream.range(0, p.length)
        .mapToDouble(i -> -Math.log(test.y[i][0] == 1 ? p[i] : 1 - p[i]))
        .average()
        .orElseThrow();
  }

  @Test
  void validationChoosesTheMechanismOfTheLikelihoodMethod() {
    LikelihoodConfig auto = MASKED.withMechanism(Mechanism.AUTO);
    assertEquals("self-masking", found(auto, rows));
    assertEquals("self-masking", found(auto.withRank(0), rows));
    assertEquals("ignorable", found(auto, Rows.of(500, 3, false)));
  }

  private static Object found(LikelihoodConfig config, Rows of) {
    SlrmModel model = Slrm.with(config).folds(3).fit(of.features(), of.labels());
    boolean masked = !model.report().missingness().isEmpty();
    Object found = model.report().settings().get("missingness");
    assertEquals(masked, "self-masking".equals(found));
    return found;
  }

  @Test
  void aStreamKeepsTheMechanismOfItsFirstRows() {
    double ignorable = streamed(StreamConfig.ofRank(2));
    double masked = streamed(StreamConfig.ofRank(2).withMissingness(Mechanism.SELF_MASKING));
    assertTrue(masked < 0.93 * ignorable, masked + " against " + ignorable);
  }

  private double streamed(StreamConfig config) {
    SlrmStream stream = learned(config, rows);
    SlrmStream read = SlrmStream.of(stream.state());
    double[] expected = predictions(stream.snapshot(), others);
    assertArrayEquals(expected, predictions(read.snapshot(), others), 1e-12);
    for (int i = 0; i < 200; i++) {
      stream.update(IncompleteRow.ofNaN(others.x[i]), others.y[i][0]);
      read.update(IncompleteRow.ofNaN(others.x[i]), others.y[i][0]);
    }
    Rows rest = others.selected(IntStream.range(200, 1500).toArray());
    double[] later = predictions(stream.snapshot(), rest);
    assertArrayEquals(later, predictions(read.snapshot(), rest), 1e-12);
    return error(later, rest);
  }

  private static SlrmStream learned(StreamConfig config, Rows from) {
    SlrmStream stream = Slrm.stream(config, P);
    for (int i = 0; i < from.x.length; i++) {
      stream.update(IncompleteRow.ofNaN(from.x[i]), from.y[i][0]);
    }
    return stream;
  }

  @Test
  void streamsAndMixturesRejectWhatTheyCannotFit() {
    StreamConfig stream = StreamConfig.ofRank(2);
    assertThrows(IllegalArgumentException.class, () -> stream.withMissingness(Mechanism.AUTO));
    assertThrows(
        IllegalArgumentException.class,
        () -> stream.withMissingness(Mechanism.SELF_MASKING).withComponents(2));
    assertThrows(
        IllegalArgumentException.class,
        () -> MixtureConfig.defaults().withComponents(2).withComponent(MASKED));
    assertFalse(MASKED.ignorable().selfMasking());
  }

  @Test
  void aFitByPassesKnowsTheMechanism() {
    double ignorable = passed(MASKED.ignorable());
    double masked = passed(MASKED.withMechanism(Mechanism.AUTO));
    assertTrue(masked < 0.93 * ignorable, masked + " against " + ignorable);
  }

  @Test
  void autoByPassesFitsTheMechanismToAllRows() {
    AutoConfig quick = AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK).withRank(2);
    double ignorable = passed(quick.withMissingness(Mechanism.IGNORABLE));
    double masked = passed(quick.withMissingness(Mechanism.SELF_MASKING));
    assertTrue(masked < 0.93 * ignorable, masked + " against " + ignorable);
  }

  private double passed(MethodConfig config) {
    Rows many = Rows.of(4000, 4, true);
    SlrmModel model =
        Slrm.with(config)
            .fit(
                RowBlocks.of(many.features(), many.labels(), 500),
                RowBlocks.Passes.defaults().withMaxPasses(2).withMemoryRows(1500));
    return error(predictions(model, others), others);
  }
}
