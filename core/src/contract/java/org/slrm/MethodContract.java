package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodSpec;
import org.slrm.paper.Simulation;
import org.slrm.result.ClassMetrics;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;
import org.slrm.result.ModelState;
import org.slrm.result.Note;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/**
 * What every method promises, whatever its mathematics. Where one differs, a trait of its subject
 * says why.
 */
abstract class MethodContract {
  private static final int ROWS = 90;
  private static final int FEATURES = 6;

  /** What rounding and tolerances of iterations may change, in units of labels of variance 5. */
  private static final double SAME = 1e-5;

  /** Another draw may move predictions by this share of their standard error. */
  private static final double CLOSE = 0.5;

  private static final Simulation SIMULATION =
      Simulated.table(ROWS, FEATURES, 2, 2)
          .scales(2, 1)
          .labelDirections(0, 1)
          .keep(0.8)
          .noise(0.3)
          .meanSpread(1)
          .intercept(3)
          .build();
  private static final IncompleteMatrix X = SIMULATION.train().x();
  private static final IncompleteMatrix NEW = SIMULATION.test(40).x();
  private static final IncompleteRow NOTHING =
      IncompleteRow.of(FEATURES, new int[0], new double[0]);
  private static final Map<MethodSubject, SlrmModel> FITTED = new HashMap<>();

  @Parameter MethodSubject subject;

  /** The labels, every ninth unknown. */
  private static double[] labels() {
    double[] y = SIMULATION.train().y();
    for (int i = 0; i < ROWS; i += 9) {
      y[i] = Double.NaN;
    }
    return y;
  }

  /** Without folds for score and calibration, which are no method's own. */
  private Trainer trainer() {
    return Slrm.with(subject.config()).folds(0).threads(1);
  }

  private SlrmModel fitted() {
    return FITTED.computeIfAbsent(subject, s -> trainer().fit(X, labels()));
  }

  private static double[] means(SlrmModel model, IncompleteMatrix x) {
    return model.predict(x, 0.9, 1).mean();
  }

  /** Root mean square of what the prediction of new rows differs by. */
  private void assertSamePredictions(double[] expected, double[] actual, boolean anotherDraw) {
    double error =
        Arrays.stream(fitted().predict(NEW, 0.9, 1).standardError()).average().getAsDouble();
    double difference = Math.sqrt(Metrics.mse(expected, actual));
    double most = anotherDraw ? CLOSE * error : SAME;
    assertTrue(difference <= most, subject + ": predictions differ by " + difference);
  }

  @Test
  void fittingChangesNoInput() {
    double[] y = labels();
    double[][] before = X.toNaN();
    trainer().fit(X, y);
    assertArrayEquals(labels(), y);
    assertArrayEquals(before, X.toNaN());
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    int[] order = Folds.shuffled(ROWS, 7);
    double[] y = IntStream.of(order).mapToDouble(i -> labels()[i]).toArray();
    SlrmModel other = trainer().fit(X.selectRows(order), y);
    assertSamePredictions(
        means(fitted(), NEW),
        means(other, NEW),
        subject.is(MethodSubject.Trait.DRAW_ROWS_BY_PLACE));
  }

  @Test
  void theOrderOfColumnsDoesNotMatter() {
    int[] order = {3, 0, 5, 2, 4, 1};
    SlrmModel other = trainer().fit(X.selectColumns(order), labels());
    assertSamePredictions(
        means(fitted(), NEW),
        means(other, NEW.selectColumns(order)),
        subject.is(MethodSubject.Trait.DRAW_COLUMNS_BY_PLACE));
  }

  @Test
  void heldOutRowsHaveAProbabilityOfEachOfSeveralClassesUnlessTheMethodRefusesThem() {
    String method = subject.config().method();
    assumeFalse(method.equals("auto"), "LabelKindsTest has it");
    double[] y = new double[ROWS];
    double[] numbers = SIMULATION.train().y();
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    Arrays.setAll(
        y, i -> numbers[i] < sorted[ROWS / 3] ? 0 : numbers[i] < sorted[2 * ROWS / 3] ? 1 : 2);
    Trainer trainer = Slrm.with(subject.config()).labels(LabelKind.CLASSES).threads(1);
    if (MethodSpec.named(method).leastSquaresOnly()) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> trainer.fit(X, y));
      String expected = "labels must be numbers for method " + method + ", ";
      assertTrue(refusal.getMessage().startsWith(expected), refusal.getMessage());
      return;
    }
    CrossValidated cv = trainer.fit(X, y).report().validation();
    for (int i = 0; i < cv.rows(); i++) {
      assertEquals(1, Arrays.stream(cv.probabilities().of(i, 0)).sum(), 1e-9);
    }
    double auc = ClassMetrics.of(y, cv.probabilities(), 0, null).auc();
    assertTrue(auc > 0.6, () -> subject + " " + auc);
  }

  @Test
  void nanIsAbsent() {
    IncompleteMatrix.Builder known = IncompleteMatrix.builder(FEATURES);
    IncompleteMatrix.Builder labelled = IncompleteMatrix.builder(1);
    for (int i = 0; i < ROWS; i++) {
      for (int k = X.rowStart(i); k < X.rowStart(i + 1); k++) {
        known.entry(X.column(k), X.value(k));
      }
      known.endRow();
      if (!Double.isNaN(labels()[i])) {
        labelled.entry(0, labels()[i]);
      }
      labelled.endRow();
    }
    SlrmModel absent = trainer().fit(known.build(), labelled.build());
    SlrmModel nan = trainer().fit(IncompleteMatrix.ofNaN(X.toNaN()), labels());
    assertEquals(text(nan.state()), text(absent.state()));
    IncompleteRow row = NEW.row(0);
    IncompleteRow sameRow = IncompleteRow.ofNaN(row.toNaN());
    assertEquals(nan.predict(row).mean(), absent.predict(sameRow).mean());
  }

  @Test
  void askingChangesNothing() {
    SlrmModel model = fitted();
    String before = text(model.state());
    double[] first = means(model, NEW);
    for (int i = 0; i < NEW.rows(); i++) {
      model.explain(NEW.row(i));
      model.impute(NEW.row(i));
      model.suggestMeasurements(NEW.row(i), 2);
    }
    model.featureCoefficients(0);
    assertArrayEquals(first, means(model, NEW));
    assertEquals(before, text(model.state()));
  }

  @Test
  void oneFeatureIsExpectedToBeWhatTheRowIsCompletedBy() {
    SlrmModel model = fitted();
    RowPredictor predictor = model.rowPredictor();
    for (int i = 0; i < NEW.rows(); i++) {
      for (int j = 0; j < NEW.columns(); j++) {
        double completed = model.impute(NEW.row(i)).value(j);
        double tolerance = 1e-12 * (1 + Math.abs(completed));
        assertEquals(completed, predictor.expected(NEW.row(i), j), tolerance);
      }
    }
  }

  @Test
  void everyRowHasItsPrediction() {
    IncompleteMatrix rows =
        IncompleteMatrix.stacked(
            FEATURES, java.util.List.of(NEW, IncompleteMatrix.builder(FEATURES).endRow().build()));
    Predictions all = fitted().predict(rows, 0.9, 2);
    assertEquals(NEW.rows() + 1, all.rows());
    for (int i = 0; i < rows.rows(); i++) {
      Prediction one = fitted().predict(rows.row(i));
      assertEquals(one.mean(), all.mean(i, 0), 1e-12);
      assertEquals(one.standardError(), all.standardError(i, 0), 1e-12);
      assertEquals(rows.observed(i), all.observed(i));
    }
  }

  @Test
  void aRowOfWhichNothingIsKnownIsAnswered() {
    Prediction p = fitted().predict(NOTHING);
    assertTrue(Double.isFinite(p.mean()) && p.standardError() > 0, p.toString());
    assertTrue(Double.isFinite(p.standardError()));
    assertEquals(0, p.observed());
    for (double value : fitted().impute(NOTHING).value()) {
      assertTrue(Double.isFinite(value));
    }
  }

  /** Column 6 was never seen, column 7 is always 4. */
  private static IncompleteMatrix widened(IncompleteMatrix x, double never) {
    double[][] wide = x.toNaN();
    for (int i = 0; i < wide.length; i++) {
      wide[i] = Arrays.copyOf(wide[i], FEATURES + 2);
      wide[i][FEATURES] = never;
      wide[i][FEATURES + 1] = 4;
    }
    return IncompleteMatrix.ofNaN(wide);
  }

  @Test
  void emptyAndConstantColumnsAreHarmless() {
    SlrmModel wide = trainer().fit(widened(X, Double.NaN), labels());
    double[] means = means(wide, widened(NEW, Double.NaN));
    assertSamePredictions(
        means(fitted(), NEW), means, subject.is(MethodSubject.Trait.COUNT_EVERY_COLUMN));
    assertTrue(wide.report().notes().contains(features("features-without-entries", 6)));
    assertTrue(wide.report().notes().contains(features("constant-features", 7)));
  }

  @Test
  void whatWasNeverSeenInTrainingSaysNothingLater() {
    SlrmModel wide = trainer().fit(widened(X, Double.NaN), labels());
    assertArrayEquals(
        means(wide, widened(NEW, Double.NaN)), means(wide, widened(NEW, 17)), SAME, "mean");
  }

  @Test
  void aRowOfWeight0IsAbsent() {
    double[] weights = new double[ROWS];
    int[] kept = IntStream.range(0, ROWS).filter(i -> i % 3 > 0).toArray();
    IntStream.of(kept).forEach(i -> weights[i] = 1);
    double[] y = IntStream.of(kept).mapToDouble(i -> labels()[i]).toArray();
    double[] absent = means(trainer().fit(X.selectRows(kept), y), NEW);
    double[] weighted = means(trainer().weights(weights).fit(X, labels()), NEW);
    assertSamePredictions(absent, weighted, false);
  }

  /**
   * Copies of a row may fall into two folds, its weight cannot: those who draw rows come close.
   * Methods that hold out rows of their own get the same validation rows for both fits, as few
   * held-out rows decide about rank and penalties.
   */
  @Test
  void aRowOfWeight2IsTheRowTwice() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> i % 3 == 0 ? 2 : 1);
    assumeFalse(
        subject.is(MethodSubject.Trait.COPIES_GIVE_LABELS_AWAY), "a copy gives a row's label away");
    int[] twice =
        IntStream.range(0, ROWS)
            .flatMap(i -> i % 3 == 0 ? IntStream.of(i, i) : IntStream.of(i))
            .toArray();
    double[] y = IntStream.of(twice).mapToDouble(i -> labels()[i]).toArray();
    Trainer trainer = trainer();
    if (MethodSpec.named(subject.config().method()).takesValidation()) {
      IncompleteMatrix.Builder validation = IncompleteMatrix.builder(1);
      for (double label : SIMULATION.test(40).y()) {
        validation.entry(0, label).endRow();
      }
      trainer = trainer.validation(NEW, validation.build());
    }
    double[] copied = means(trainer.fit(X.selectRows(twice), y), NEW);
    double[] weighted = means(trainer.weights(weights).fit(X, labels()), NEW);
    assertSamePredictions(copied, weighted, subject.is(MethodSubject.Trait.DRAW_ROWS_BY_PLACE));
  }

  @Test
  void weightsThatAreNoCountsAreTakenByAll() {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> 0.5 + i % 4 * 0.35);
    Trainer trainer = Slrm.with(subject.config()).folds(0).weights(weights);
    ModelState one = trainer.threads(1).fit(X, labels()).state();
    assertEquals(text(one), text(trainer.threads(2).fit(X, labels()).state()));
  }

  @Test
  void sameSeedSameBytesForOneAndTwoThreads() {
    Trainer trainer = Slrm.with(subject.config()).seed(5);
    ModelState one = trainer.threads(1).fit(X, labels()).state();
    assertEquals(text(one), text(trainer.threads(2).fit(X, labels()).state()));
  }

  @Test
  void aModelTakenApartAndPutTogetherIsTheSame() {
    SlrmModel again = SlrmModel.of(fitted().state());
    assertEquals(text(fitted().state()), text(again.state()));
    assertArrayEquals(means(fitted(), NEW), means(again, NEW));
  }

  @Test
  void contributionsAddUp() {
    double nothing = fitted().predict(NOTHING).mean();
    for (int i = 0; i < NEW.rows(); i++) {
      SlrmModel.Explanation e = fitted().explain(NEW.row(i));
      double sum = Arrays.stream(e.contribution()).sum() + e.missingness();
      assertEquals(e.mean() - e.intercept(), sum, 1e-9);
      assertEquals(fitted().predict(NEW.row(i)).mean(), e.mean(), 1e-12);
      assertEquals(nothing, e.intercept(), 1e-9);
    }
  }

  @Test
  void predictionsOfOnePatternAreLinearUnlessTheModelSaysThatItIsNonlinear() {
    double most = 0;
    SlrmModel unlimited = fitted().extrapolating();
    for (int i = 0; i < NEW.rows(); i++) {
      double before = unlimited.predict(moved(i, -1)).mean();
      double after = unlimited.predict(moved(i, 1)).mean();
      double nonlinear = before + after - 2 * unlimited.predict(moved(i, 0)).mean();
      most = Math.max(most, Math.abs(nonlinear));
    }
    assertEquals(!fitted().isLinear(0), most > 1e-9, "second differences up to " + most);
  }

  @Test
  void anEntryFarBeyondTheTrainingRangeIsMissingAndFlagged() {
    double[] row = NEW.row(0).toNaN();
    for (int j = 0; j < FEATURES; j++) {
      double[] without = row.clone();
      without[j] = Double.NaN;
      double[] far = row.clone();
      far[j] = 1e6;
      Prediction p = fitted().predict(IncompleteRow.ofNaN(far));
      assertEquals(fitted().predict(IncompleteRow.ofNaN(without)).mean(), p.mean(), 1e-9);
      assertTrue(p.flags().contains(Prediction.Flag.OUT_OF_RANGE));
    }
  }

  private static IncompleteRow moved(int i, double by) {
    double[] values = NEW.row(i).toNaN();
    for (int j = 0; j < FEATURES; j++) {
      values[j] += by * (1 + j);
    }
    return IncompleteRow.ofNaN(values);
  }

  @Test
  void intervalsAreOrdered() {
    for (int i = 0; i < NEW.rows(); i++) {
      Prediction p = fitted().predict(NEW.row(i));
      Prediction.Interval narrow = p.interval(0.5);
      Prediction.Interval wide = p.interval(0.9);
      double[] ends = {wide.low(), narrow.low(), p.mean(), narrow.high(), wide.high()};
      double[] sorted = ends.clone();
      Arrays.sort(sorted);
      assertArrayEquals(sorted, ends);
      assertTrue(p.standardError() > 0);
    }
  }

  @Test
  void intervalsGrowOnAverageWithWhatIsRemoved() {
    double before = 0;
    for (int kept = FEATURES; kept >= 0; kept -= 2) {
      int shown = kept;
      IncompleteMatrix fewer =
          IncompleteMatrix.ofNaN(
              Arrays.stream(NEW.toNaN())
                  .map(
                      row -> {
                        Arrays.fill(row, shown, FEATURES, Double.NaN);
                        return row;
                      })
                  .toArray(double[][]::new));
      Predictions p = fitted().predict(fewer, 0.9, 1);
      double width =
          IntStream.range(0, p.rows()).mapToDouble(i -> p.upper(i, 0) - p.lower(i, 0)).sum();
      assertTrue(width > before, subject + ": " + before + " then " + width + " at " + kept);
      before = width;
    }
  }

  @Test
  void severalTargetsArePredictedAtOnce() {
    double[][] y = new double[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
      y[i][0] = labels()[i];
      y[i][1] = i % 5 == 0 ? Double.NaN : 10 - 2 * SIMULATION.train().y(i);
    }
    SlrmModel model = trainer().fit(X, IncompleteMatrix.ofNaN(y));
    Predictions p = model.predict(NEW, 0.9, 1);
    assertEquals(2, p.targets());
    double[] truth = SIMULATION.test(40).y();
    double[] other = Arrays.stream(truth).map(v -> 10 - 2 * v).toArray();
    double[] first = IntStream.range(0, 40).mapToDouble(i -> p.mean(i, 0)).toArray();
    double[] second = IntStream.range(0, 40).mapToDouble(i -> p.mean(i, 1)).toArray();
    assertTrue(Metrics.r2(truth, first) > 0.5, subject + ": " + Metrics.r2(truth, first));
    assertTrue(Metrics.r2(other, second) > 0.5, subject + ": " + Metrics.r2(other, second));
  }

  @Test
  void aListenerCanStopAFit() {
    SlrmModel model = trainer().listener(progress -> false).fit(X, labels());
    assertEquals("stopped by the listener", model.report().stop());
    for (double mean : means(model, NEW)) {
      assertTrue(Double.isFinite(mean));
    }
  }

  @Test
  void labelsThatAreAllEqualArePredicted() {
    double[] y = labels();
    Arrays.setAll(y, i -> Double.isNaN(y[i]) ? Double.NaN : 5);
    SlrmModel model = Slrm.with(subject.config()).threads(1).fit(X, y);
    Predictions p = model.predict(NEW, 0.9, 1);
    for (int i = 0; i < p.rows(); i++) {
      assertEquals(5, p.mean(i, 0), 1e-9);
      assertEquals(0, p.standardError(i, 0), 0.1);
    }
  }

  @Test
  void oneLabelledRowIsRefused() {
    double[] y = new double[ROWS];
    Arrays.fill(y, Double.NaN);
    y[3] = 5;
    var refusal = assertThrows(IllegalArgumentException.class, () -> trainer().fit(X, y));
    assertEquals(
        "target 0 must have at least 2 labelled rows, got 1 of " + ROWS, refusal.getMessage());
  }

  /** Everything in a state, to the last bit. */
  private static String text(ModelState state) {
    StringBuilder out = new StringBuilder(state.values().toString());
    state
        .arrays()
        .forEach(
            (name, array) ->
                out.append('\n')
                    .append(name)
                    .append(Arrays.toString(array.shape()))
                    .append(Arrays.toString(array.data())));
    return out.toString();
  }

  private static Note features(String code, int feature) {
    return Note.of(code, "count", 1, "features", List.of(feature));
  }
}
