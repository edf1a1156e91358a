package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.OutlierLabel;

class OutlierExclusionTest {
  private static final int ROWS = 150;
  private static final AutoConfig CONFIG =
      new AutoConfig(2, 100, AutoConfig.Indicators.OFF, null)
          .withOutliers(AutoConfig.OutlierPolicy.EXCLUDE);

  private static final AutoConfig WARN = CONFIG.withOutliers(AutoConfig.OutlierPolicy.WARN);

  private final double[][] x = new double[ROWS][6];
  private final double[] y = new double[ROWS];

  OutlierExclusionTest() {
    Random random = new Random(11);
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        double value = (j % 2 == 0 ? a : b) + 0.5 * random.nextGaussian();
        x[i][j] = random.nextInt(10) == 0 ? Double.NaN : value;
      }
      y[i] = 3 * a - b + 0.5 * random.nextGaussian();
    }
  }

  private SlrmModel fit(AutoConfig config) {
    return Slrm.with(config).threads(1).fit(IncompleteMatrix.ofNaN(x), y);
  }

  private static void assertSamePredictions(SlrmModel one, SlrmModel other, double[][] rows) {
    for (double[] row : rows) {
      IncompleteRow r = IncompleteRow.ofNaN(row);
      assertEquals(one.predict(r).mean(), other.predict(r).mean());
      assertEquals(one.predict(r).standardError(), other.predict(r).standardError());
    }
  }

  @Test
  void outlyingLabelsAreUnlabelledRowsAndNamed() {
    y[3] = 1e6;
    y[40] = -2e6;
    y[77] = 500;
    SlrmModel outlying = fit(CONFIG);
    List<OutlierLabel> found = outlying.report().outliers().labels();
    assertEquals(
        List.of(40, 3, 77), found.stream().map(OutlierLabel::row).toList(), "largest first");
    assertEquals(-2e6, found.get(0).label());
    assertTrue(Math.abs(found.get(0).expected()) < 20, () -> "expected " + found.get(0));
    y[3] = Double.NaN;
    y[40] = Double.NaN;
    y[77] = Double.NaN;
    SlrmModel unlabelled = fit(CONFIG);
    assertTrue(unlabelled.report().outliers().isEmpty());
    assertSamePredictions(unlabelled, outlying, x);
    assertEquals(unlabelled.report().scores(), outlying.report().scores());
  }

  @Test
  void outlyingEntriesAreMissingEntriesWhenFittingAndWhenPredicting() {
    x[5][2] = 1e6;
    x[60][2] = -40;
    SlrmModel outlying = fit(CONFIG);
    var columns = outlying.report().outliers().columns();
    assertEquals(1, columns.size());
    assertEquals(2, columns.get(0).feature());
    assertEquals(2, columns.get(0).entries());
    double[] row = {1, 0, 1e6, 0, 1, 0};
    double[] missing = {1, 0, Double.NaN, 0, 1, 0};
    IncompleteRow odd = IncompleteRow.ofNaN(row);
    assertEquals(
        outlying.predict(IncompleteRow.ofNaN(missing)).mean(), outlying.predict(odd).mean());
    assertEquals(5, outlying.predict(odd).observed());
    assertEquals(
        outlying.predict(odd).mean(),
        outlying.predict(IncompleteMatrix.ofNaN(new double[][] {row})).mean(0, 0));
    assertEquals(outlying.predict(odd).mean(), outlying.rowPredictor().predict(odd)[0].mean());
    assertEquals(2, outlying.suggestMeasurements(odd, 1).get(0).feature(), "worth measuring again");
    x[5][2] = Double.NaN;
    x[60][2] = Double.NaN;
    assertSamePredictions(fit(CONFIG), outlying, x);
  }

  @Test
  void limitsOfEntriesAreSavedWithTheModel() {
    x[5][2] = 1e6;
    y[9] = 1e6;
    SlrmModel fitted = fit(CONFIG);
    SlrmModel read = SlrmModel.of(fitted.state());
    assertEquals(fitted.report().outliers(), read.report().outliers());
    double[][] rows = {{1, 0, 1e6, 0, 1, 0}, {1, 0, 2, 0, 1, 0}};
    assertSamePredictions(fitted, read, rows);
    assertEquals(5, read.predict(IncompleteRow.ofNaN(rows[0])).observed());
    assertEquals(6, read.predict(IncompleteRow.ofNaN(rows[1])).observed());
  }

  @Test
  void aTableWithoutOutliersGivesTheSameModelWhetherTheyAreExcludedOrNot() {
    assertSameArrays(fit(WARN), fit(CONFIG));
    assertEquals("exclude", fit(CONFIG).report().settings().get("outliers"));
  }

  private static void assertSameArrays(SlrmModel one, SlrmModel other) {
    assertEquals(one.state().arrays().keySet(), other.state().arrays().keySet());
    one.state()
        .arrays()
        .forEach(
            (name, a) ->
                assertArrayEquals(a.data(), other.state().arrays().get(name).data(), name));
  }

  @Test
  void outliersAreNamedAndUsedByDefault() {
    y[3] = 1e6;
    x[5][2] = 1e6;
    SlrmModel warned = fit(WARN);
    FitReport.Outliers found = warned.report().outliers();
    assertFalse(found.excluded());
    assertEquals(List.of(3), found.labels().stream().map(OutlierLabel::row).toList());
    assertEquals(2, found.columns().get(0).feature());
    assertEquals(150, warned.report().labelledRows());
    double[] row = {1, 0, 1e6, 0, 1, 0};
    assertEquals(6, warned.predict(IncompleteRow.ofNaN(row)).observed(), "no limits for new rows");
    assertTrue(SlrmModel.of(warned.state()).report().outliers().isEmpty(), "no exclusion is saved");
    assertEquals(AutoConfig.OutlierPolicy.WARN, AutoConfig.defaults().outliers());
  }

  @Test
  void aHeavyTailedTableIsFittedAsIfOutliersHadNotBeenLookedFor() {
    Random random = new Random(5);
    for (int i = 0; i < ROWS; i++) {
      double shared = random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        x[i][j] = Math.exp(1.6 * (shared + random.nextGaussian()));
      }
      y[i] = Math.exp(1.8 * (shared + 0.5 * random.nextGaussian()));
    }
    IncompleteMatrix labels = IncompleteMatrix.ofColumn(y);
    SlrmModel warned = fit(WARN);
    SlrmModel plain =
        Slrm.with(WARN)
            .threads(1)
            .fitAsGiven(IncompleteMatrix.ofNaN(x), labels, List.of(LabelKind.NUMERIC));
    assertFalse(warned.report().outliers().isEmpty(), "tails this heavy are named");
    assertEquals(ROWS, warned.report().labelledRows());
    assertEquals(0, warned.report().missingShare());
    assertSameArrays(plain, warned);
    assertEquals(plain.state().values(), warned.state().values());
    y[3] = 1e9;
    assertFalse(fit(CONFIG).report().outliers().labels().isEmpty(), "asked for, excluded");
  }
}
