package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.StreamConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;
import org.slrm.result.Prediction;

class SlrmStreamTest {
  private static final int FEATURES = 30;
  private static final int RANK = 6;

  private static Simulation simulation(int rows, long seed) {
    return Simulated.table(rows, FEATURES, RANK, RANK)
        .keep(0.75)
        .noise(0.5)
        .meanSpread(1)
        .intercept(3)
        .seed(seed)
        .build();
  }

  private static StreamConfig config() {
    return StreamConfig.ofRank(RANK).withWarmUp(500).withBatch(100);
  }

  private static void feed(SlrmStream stream, Simulation.Sample rows, int from, int to) {
    for (int i = from; i < to; i++) {
      stream.update(rows.x().row(i), rows.y(i));
    }
  }

  private static double mse(SlrmModel model, Simulation.Sample test) {
    double[] mean = model.predict(test.x(), 0.9, 1).mean();
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      sum += (test.y(i) - mean[i]) * (test.y(i) - mean[i]);
    }
    return sum / mean.length;
  }

  @Test
  void onePassIsAsGoodAsTheBatchFitInConstantMemory() {
    Simulation simulation = simulation(50_000, 3);
    Simulation.Sample train = simulation.train();
    Simulation.Sample test = simulation.test(4000);
    SlrmStream stream = Slrm.stream(config(), FEATURES);
    feed(stream, train, 0, 10_450);
    long early = numbers(stream.state());
    feed(stream, train, 10_450, 50_000);
    SlrmModel batch =
        Slrm.with(LikelihoodConfig.defaults().withRank(RANK).withMaxIterations(60))
            .folds(0)
            .fit(train.x(), train.y());
    double ratio = mse(stream.snapshot(), test) / mse(batch, test);
    assertTrue(ratio < 1.02, "stream over batch " + ratio);
    assertEquals(0, stream.alarms());
    assertTrue(numbers(stream.state()) <= early, "grew from " + early);
  }

  private static long numbers(ModelState state) {
    return state.arrays().values().stream().mapToLong(a -> a.data().length).sum();
  }

  @Test
  void recoversFromAnAbruptChangeAndRaisesTheAlarmOnce() {
    Simulation before = simulation(15_000, 3);
    Simulation after = simulation(5000, 4);
    SlrmStream stream = Slrm.stream(config().withForgetting(0.998), FEATURES);
    feed(stream, before.train(), 0, 15_000);
    assertEquals(0, stream.alarms());
    assertFalse(stream.alarm());
    Simulation.Sample test = after.test(4000);
    double bayes = expectedError(after, test);
    double lost = mse(stream.snapshot(), test) / bayes;
    assertTrue(lost > 2, "the old model should be bad, is " + lost);
    feed(stream, after.train(), 0, 5000);
    double found = mse(stream.snapshot(), test) / bayes;
    assertTrue(found < 1.05, "over Bayes after the change " + found);
    assertTrue(stream.alarm());
    assertEquals(1, stream.alarms());
    assertTrue(stream.lastAlarm() <= 15_100, "raised at " + stream.lastAlarm());
    stream.clearAlarm();
    assertFalse(stream.alarm());
    assertEquals(1, stream.alarms());
  }

  @Test
  void aRestartFitsTheNextRowsAnewWhileTheOldModelPredicts() {
    Simulation.Sample before = simulation(3000, 3).train();
    Simulation.Sample after = simulation(1100, 4).train();
    SlrmStream stream = Slrm.stream(config(), FEATURES);
    feed(stream, before, 0, 3000);
    double old = stream.predict(after.x().row(0)).mean();
    stream.restart();
    feed(stream, after, 0, 499);
    assertEquals(old, stream.predict(after.x().row(0)).mean());
    SlrmStream resumed = SlrmStream.of(stream.state());
    feed(stream, after, 499, 1100);
    feed(resumed, after, 499, 1100);
    assertStates(stream.state(), resumed.state());
    SlrmStream fresh = Slrm.stream(config(), FEATURES);
    feed(fresh, after, 0, 1100);
    assertEquals(fresh.predict(after.x().row(0)).mean(), stream.predict(after.x().row(0)).mean());
  }

  private static double expectedError(Simulation simulation, Simulation.Sample test) {
    double[] mean = simulation.truth().bayes(test.x()).mean();
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      sum += (test.y(i) - mean[i]) * (test.y(i) - mean[i]);
    }
    return sum / mean.length;
  }

  @Test
  void resumesAnywhereWithTheSameBytes() {
    Simulation.Sample rows = simulation(1500, 6).train();
    StreamConfig config = config().withForgetting(0.998);
    for (int cut : new int[] {0, 3, 499, 500, 501, 777, 1500}) {
      SlrmStream through = Slrm.stream(config, FEATURES);
      feed(through, rows, 0, cut);
      SlrmStream resumed = SlrmStream.of(through.state());
      feed(through, rows, cut, 1500);
      feed(resumed, rows, cut, 1500);
      assertStates(through.state(), resumed.state());
      Prediction a = through.predict(rows.x().row(7));
      Prediction b = resumed.predict(rows.x().row(7));
      assertEquals(a.mean(), b.mean());
      assertEquals(a.standardError(), b.standardError());
    }
  }

  private static void assertStates(ModelState a, ModelState b) {
    assertEquals(a.values(), b.values());
    assertEquals(a.arrays().keySet(), b.arrays().keySet());
    a.arrays().forEach((name, x) -> assertArrayEquals(x.data(), b.arrays().get(name).data(), name));
  }

  @Test
  void aStateIsNotTouchedByWhatComesLater() {
    Simulation.Sample rows = simulation(1200, 6).train();
    SlrmStream stream = Slrm.stream(config(), FEATURES);
    feed(stream, rows, 0, 650);
    ModelState state = stream.state();
    SlrmModel model = stream.snapshot();
    double kept = Arrays.stream(state.arrays().get("sum_gram").data()).sum();
    double mean = model.predict(rows.x().row(0)).mean();
    feed(stream, rows, 650, 1200);
    assertEquals(kept, Arrays.stream(state.arrays().get("sum_gram").data()).sum());
    assertEquals(mean, model.predict(rows.x().row(0)).mean());
  }

  @Test
  void rowsWithoutLabelsImproveTheModel() {
    Simulation simulation = simulation(10_000, 8);
    Simulation.Sample rows = simulation.train();
    Simulation.Sample test = simulation.test(4000);
    StreamConfig config = config().withWarmUp(200).withBatch(50);
    SlrmStream all = Slrm.stream(config, FEATURES);
    SlrmStream labelled = Slrm.stream(config, FEATURES);
    for (int i = 0; i < rows.y().length; i++) {
      boolean known = i % 25 == 0;
      all.update(rows.x().row(i), known ? rows.y(i) : Double.NaN);
      if (known) {
        labelled.update(rows.x().row(i), rows.y(i));
      }
    }
    double with = mse(all.snapshot(), test);
    double without = mse(labelled.snapshot(), test);
    assertTrue(with < without, without + " → " + with);
  }

  @Test
  void aModelSurvivesTheEndOfLabels() {
    Simulation simulation = simulation(10_000, 8);
    Simulation.Sample rows = simulation.train();
    Simulation.Sample test = simulation.test(4000);
    SlrmStream stream = Slrm.stream(config().withForgetting(0.998), FEATURES);
    feed(stream, rows, 0, 1000);
    double before = mse(stream.snapshot(), test);
    for (int i = 1000; i < 10_000; i++) {
      stream.update(rows.x().row(i), Double.NaN);
    }
    double after = mse(stream.snapshot(), test);
    assertTrue(after < 1.02 * before, before + " → " + after);
  }

  @Test
  void beforeTheFirstFitPredictsTheMeanOfTheLabelsUnanswered() {
    SlrmStream stream = Slrm.stream(StreamConfig.ofRank(1).withWarmUp(10), 2);
    IncompleteRow row = IncompleteRow.ofNaN(1, Double.NaN);
    assertEquals(0, stream.predict(row).mean());
    assertEquals(1, stream.predict(row).standardError());
    stream.update(row, 4);
    stream.update(row, 8);
    stream.update(row, Double.NaN);
    Prediction p = stream.predict(row);
    assertEquals(6, p.mean());
    assertEquals(2, p.standardError());
    assertFalse(p.answered());
    assertFalse(stream.started());
    refused("a snapshot needs 10 rows, got 3", stream::snapshot);
  }

  @Test
  void severalTargetsMayBeMissingOneByOneOrAtFirst() {
    Simulation.Sample rows = simulation(3000, 9).train();
    SlrmStream stream = Slrm.stream(config(), FEATURES, 2);
    for (int i = 0; i < 3000; i++) {
      double y = rows.y(i);
      double second = i < 700 || i % 3 == 0 ? Double.NaN : 100 - 20 * y;
      stream.update(rows.x().row(i), IncompleteRow.ofNaN(i % 2 == 0 ? y : Double.NaN, second));
    }
    Simulation.Sample test = simulation(3000, 9).test(200);
    for (int i = 0; i < 200; i++) {
      double y = stream.predict(test.x().row(i), 0).mean();
      assertEquals(y, (100 - stream.predict(test.x().row(i), 1).mean()) / 20, 0.8);
    }
    assertEquals(2, stream.snapshot().targets());
    assertEquals(3000, stream.snapshot().report().rows());
  }

  @Test
  void oddRowsAreHarmless() {
    SlrmStream stream = Slrm.stream(config().withWarmUp(10).withBatch(10).withRank(1), 3);
    IncompleteRow empty = IncompleteRow.ofNaN(Double.NaN, Double.NaN, Double.NaN);
    for (int i = 0; i < 25; i++) {
      stream.update(empty, 0.5);
    }
    assertFalse(stream.started());
    for (int i = 0; i < 400; i++) {
      // The third feature is never seen, the second constant.
      stream.update(
          i % 5 == 0 ? empty : IncompleteRow.ofNaN(Math.sin(i), 7, Double.NaN), Math.sin(i));
    }
    Prediction p = stream.predict(IncompleteRow.ofNaN(0.5, 7, Double.NaN));
    assertEquals(0.5, p.mean(), 0.2);
    assertTrue(Double.isFinite(stream.predict(empty).standardError()));
  }

  @Test
  void badSettingsAreRefusedByNameRuleAndValue() {
    refused("rank must be at least 1, got 0", () -> StreamConfig.ofRank(0));
    refused("warmUp must be at least 6, got 5", () -> config().withWarmUp(5));
    refused("batch must be at least 1, got 0", () -> config().withBatch(0));
    refused("forgetting must be in (0.0, 1.0], got 0.0", () -> config().withForgetting(0));
    refused("forgetting must be in (0.0, 1.0], got 1.5", () -> config().withForgetting(1.5));
    refused("forgetting must be in (0.0, 1.0], got NaN", () -> config().withForgetting(Double.NaN));
    refused("stepExponent must be in (0.5, 1.0], got 0.5", () -> config().withStepExponent(0.5));
    refused(
        "alarmThreshold must be finite and at least 0, got -1.0",
        () -> config().withAlarmThreshold(-1));
    refused("supervision must be finite and above 0, got 0.0", () -> config().withSupervision(0));
    refused("rank must be between 1 and 5, got 6", () -> Slrm.stream(config(), 5));
    refused("targets must be at least 1, got 0", () -> Slrm.stream(config(), FEATURES, 0));
  }

  @Test
  void badRowsAndStatesAreRefusedAndChangeNothing() {
    SlrmStream stream = Slrm.stream(config().withRank(1), 2);
    IncompleteRow row = IncompleteRow.ofNaN(1, 2);
    refused(
        "length of the row must equal number of features (2), got 3",
        () -> run(() -> stream.update(IncompleteRow.ofNaN(1, 2, 3), 1)));
    refused(
        "value of feature 0 must be finite, got Infinity",
        () -> run(() -> stream.update(row, Double.POSITIVE_INFINITY)));
    refused(
        "number of labels must equal number of targets (1), got 2",
        () -> run(() -> stream.update(row, IncompleteRow.ofNaN(1, 2))));
    assertEquals(0, stream.rows());
    ModelState state = stream.state();
    refused(
        "array waiting_features_known must be present",
        () -> SlrmStream.of(new ModelState(state.values(), java.util.Map.of())));
    java.util.Map<String, Object> huge = new java.util.LinkedHashMap<>(state.values());
    huge.put("targets", Integer.MAX_VALUE);
    refused(
        "targets must be between 1 and 1000000, got 2147483647",
        () -> SlrmStream.of(new ModelState(huge, state.arrays())));
  }

  @Test
  void labelsThatTheirTargetCannotHaveAreRefusedAndChangeNothing() {
    for (LabelKind kind : List.of(LabelKind.COUNTS, LabelKind.POSITIVE, LabelKind.CLASSES)) {
      SlrmStream stream = Slrm.stream(config().withRank(1).withWarmUp(20), 2, List.of(kind));
      for (int i = 0; i < 40; i++) {
        stream.update(
            IncompleteRow.ofNaN(i % 5, i % 3), kind == LabelKind.CLASSES ? i % 2 : 1 + i % 4);
      }
      assertTrue(stream.started());
      refused("target 0: ", () -> run(() -> stream.update(IncompleteRow.ofNaN(1, 2), -2)));
      assertEquals(40, stream.rows());
      stream.update(IncompleteRow.ofNaN(1, 2), 1);
    }
  }

  private static Object run(Runnable action) {
    action.run();
    return "";
  }

  private static void refused(String message, Supplier<?> action) {
    RuntimeException e = assertThrows(RuntimeException.class, action::get);
    assertTrue(String.valueOf(e.getMessage()).contains(message), e.getMessage());
  }

  @Test
  void matrixLabelsAndScalarLabelsAreTheSame() {
    Simulation.Sample rows = simulation(900, 2).train();
    SlrmStream a = Slrm.stream(config(), FEATURES);
    SlrmStream b = Slrm.stream(config(), FEATURES, 1);
    feed(a, rows, 0, 900);
    IncompleteMatrix y = IncompleteMatrix.ofColumn(rows.y());
    for (int i = 0; i < 900; i++) {
      b.update(rows.x().row(i), y.row(i));
    }
    assertStates(a.state(), b.state());
  }
}
