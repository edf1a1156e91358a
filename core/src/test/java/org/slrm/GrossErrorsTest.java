package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.AutoConfig;
import org.slrm.result.FitReport.WildLabel;

class GrossErrorsTest {
  private static final int ROWS = 150;
  private static final AutoConfig CONFIG = new AutoConfig(2, 100, AutoConfig.Indicators.OFF, null);

  private final double[][] x = new double[ROWS][6];
  private final double[] y = new double[ROWS];

  GrossErrorsTest() {
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
  void wildLabelsAreUnlabelledRowsAndNamed() {
    y[3] = 1e6;
    y[40] = -2e6;
    y[77] = 500;
    SlrmModel wild = fit(CONFIG);
    List<WildLabel> found = wild.report().grossErrors().labels();
    assertEquals(List.of(40, 3, 77), found.stream().map(WildLabel::row).toList(), "largest first");
    assertEquals(-2e6, found.get(0).label());
    assertTrue(Math.abs(found.get(0).expected()) < 20, () -> "expected " + found.get(0));
    y[3] = Double.NaN;
    y[40] = Double.NaN;
    y[77] = Double.NaN;
    SlrmModel unlabelled = fit(CONFIG);
    assertTrue(unlabelled.report().grossErrors().isEmpty());
    assertSamePredictions(unlabelled, wild, x);
    assertEquals(unlabelled.report().scores(), wild.report().scores());
  }

  @Test
  void wildEntriesAreHolesWhenFittingAndWhenPredicting() {
    x[5][2] = 1e6;
    x[60][2] = -40;
    SlrmModel wild = fit(CONFIG);
    var columns = wild.report().grossErrors().columns();
    assertEquals(1, columns.size());
    assertEquals(2, columns.get(0).feature());
    assertEquals(2, columns.get(0).entries());
    double[] row = {1, 0, 1e6, 0, 1, 0};
    double[] hole = {1, 0, Double.NaN, 0, 1, 0};
    IncompleteRow odd = IncompleteRow.ofNaN(row);
    assertEquals(wild.predict(IncompleteRow.ofNaN(hole)).mean(), wild.predict(odd).mean());
    assertEquals(5, wild.predict(odd).observed());
    assertEquals(
        wild.predict(odd).mean(),
        wild.predictAll(IncompleteMatrix.ofNaN(new double[][] {row})).mean(0, 0));
    assertEquals(wild.predict(odd).mean(), wild.rowPredictor().predict(odd)[0].mean());
    assertEquals(2, wild.nextMeasurements(odd, 1).get(0).feature(), "worth measuring again");
    x[5][2] = Double.NaN;
    x[60][2] = Double.NaN;
    assertSamePredictions(fit(CONFIG), wild, x);
  }

  @Test
  void limitsOfEntriesAreSavedWithTheModel() {
    x[5][2] = 1e6;
    y[9] = 1e6;
    SlrmModel fitted = fit(CONFIG);
    SlrmModel read = SlrmModel.of(fitted.state());
    assertEquals(fitted.report().grossErrors(), read.report().grossErrors());
    double[][] rows = {{1, 0, 1e6, 0, 1, 0}, {1, 0, 2, 0, 1, 0}};
    assertSamePredictions(fitted, read, rows);
    assertEquals(5, read.predict(IncompleteRow.ofNaN(rows[0])).observed());
    assertEquals(6, read.predict(IncompleteRow.ofNaN(rows[1])).observed());
  }

  @Test
  void aTableWithoutThemGivesTheSameModelAsIfTheyWereKept() {
    SlrmModel aside = fit(CONFIG);
    SlrmModel kept = fit(CONFIG.withGrossErrors(AutoConfig.GrossErrors.KEEP));
    assertEquals(kept.state().arrays().keySet(), aside.state().arrays().keySet());
    kept.state()
        .arrays()
        .forEach(
            (name, a) ->
                assertArrayEquals(a.data(), aside.state().arrays().get(name).data(), name));
  }

  @Test
  void keptMeansKept() {
    y[3] = 1e6;
    AutoConfig keep = CONFIG.withGrossErrors(AutoConfig.GrossErrors.KEEP);
    SlrmModel kept = fit(keep);
    assertTrue(kept.report().grossErrors().isEmpty());
    assertEquals("keep", kept.report().settings().get("grossErrors"));
  }
}
