package org.slrm.paper.internal.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.paper.DictionaryConfig;
import org.slrm.paper.TaskDrivenConfig;
import org.slrm.result.Metrics;

/** The methods {@code dictionary} and {@code task-driven} as users call them. */
class DictionaryMethodsTest {
  private static final SparseTable TABLE = new SparseTable();

  /** Fewer atoms than rows are made of: without labels the small ones are not worth having. */
  private static final DictionaryConfig FEW =
      DictionaryConfig.defaults().withAtoms(SparseTable.ATOMS - 2).withL1(0.1);

  private static double[] labels(TrainingData rows) {
    double[] y = new double[rows.x().rows()];
    Arrays.setAll(y, i -> rows.label(i, 0));
    return y;
  }

  private static SlrmModel fit(MethodConfig config, TrainingData rows) {
    return Slrm.with(config).folds(0).threads(1).fit(rows.x(), labels(rows));
  }

  private static double r2(SlrmModel model, TrainingData rows) {
    return Metrics.r2(labels(rows), model.predict(rows.x(), 0.9, 1).mean());
  }

  @Test
  void labelsOfSmallAtomsArePredictedBetterByATaskDrivenDictionary() {
    TrainingData rows = TABLE.rows(600, 0.8, 1);
    TrainingData fresh = TABLE.rows(1000, 0.8, 2);
    double without = r2(fit(FEW, rows), fresh);
    double driven = r2(fit(TaskDrivenConfig.defaults().withStart(FEW), rows), fresh);
    assertTrue(1 - driven < 0.6 * (1 - without), "R² " + without + ", task-driven " + driven);
  }

  @Test
  void withoutSupervisionATaskDrivenDictionaryIsTheUnsupervised() {
    TrainingData rows = TABLE.rows(200, 1, 3);
    double[] expected = fit(FEW, rows).predict(rows.x(), 0.9, 1).mean();
    SlrmModel driven = fit(TaskDrivenConfig.defaults().withStart(FEW).withSupervision(0), rows);
    assertArrayEquals(expected, driven.predict(rows.x(), 0.9, 1).mean(), 1e-12);
  }

  @Test
  void aRowOfWhichNothingIsKnownIsPredictedByTheIntercept() {
    SlrmModel model = fit(TaskDrivenConfig.defaults().withStart(FEW), TABLE.rows(200, 0.8, 4));
    IncompleteRow nothing = IncompleteRow.of(SparseTable.FEATURES, new int[0], new double[0]);
    assertEquals(model.explain(nothing).intercept(), model.predict(nothing).mean(), 1e-12);
  }

  @Test
  void everyMeasurementThatIsSuggestedLowersTheVarianceAsPromised() {
    TrainingData rows = TABLE.rows(300, 0.7, 5);
    SlrmModel model = fit(FEW, rows);
    IncompleteRow row = rows.x().row(0);
    SlrmModel.Suggestion first = model.suggestMeasurements(row, 1).get(0);
    double[] more = row.toNaN();
    more[first.feature()] = 0.3;
    double before = square(model.predict(row).standardError());
    double after = square(model.predict(IncompleteRow.ofNaN(more)).standardError());
    assertEquals(first.varianceReduction(), before - after, 1e-9);
  }

  private static double square(double v) {
    return v * v;
  }

  @Test
  void classesArePredictedThroughTheGradientOfTheirDeviance() {
    TrainingData rows = TABLE.rows(600, 0.8, 6);
    TrainingData fresh = TABLE.rows(600, 0.8, 7);
    double[] y = Arrays.stream(labels(rows)).map(v -> v > 0.3 ? 1 : 0).toArray();
    double[] truth = Arrays.stream(labels(fresh)).map(v -> v > 0.3 ? 1 : 0).toArray();
    double without = rightShare(FEW, rows, y, fresh, truth);
    double driven = rightShare(TaskDrivenConfig.defaults().withStart(FEW), rows, y, fresh, truth);
    assertTrue(driven > without + 0.05, without + " of rows, task-driven " + driven);
  }

  private static double rightShare(
      MethodConfig config, TrainingData rows, double[] y, TrainingData fresh, double[] truth) {
    SlrmModel model =
        Slrm.with(config).labels(LabelKind.CLASSES).folds(0).threads(1).fit(rows.x(), y);
    double[] mean = model.predict(fresh.x(), 0.9, 1).mean();
    int right = 0;
    for (int i = 0; i < mean.length; i++) {
      right += mean[i] == truth[i] ? 1 : 0;
    }
    return (double) right / mean.length;
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    String l2 =
        assertThrows(IllegalArgumentException.class, () -> DictionaryConfig.defaults().withL2(0))
            .getMessage();
    assertEquals("l2 must be at least 1.0E-9, got 0.0", l2);
    String much =
        assertThrows(
                IllegalArgumentException.class, () -> DictionaryConfig.defaults().withL2(1e155))
            .getMessage();
    assertEquals("l2 must be at most 1.0E30, got 1.0E155", much);
    String share =
        assertThrows(
                IllegalArgumentException.class,
                () -> TaskDrivenConfig.defaults().withSupervision(2))
            .getMessage();
    assertEquals("supervision must be in [0, 1], got 2.0", share);
  }
}
