package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** Misuse of the subspace methods is answered with name, rule and value. */
class SlrmConfigTest {
  private static final double NAN = Double.NaN;

  @Test
  void gateOutsideItsRangeIsRefused() {
    refused("gate must be in [0.0, 1.0), got 1.0", () -> SlrmConfig.builder().gate(1).build());
    refused("gate must be in [0.0, 1.0), got -0.1", () -> SlrmConfig.builder().gate(-0.1).build());
    refused("gate must be in [0.0, 1.0), got NaN", () -> SlrmConfig.builder().gate(NAN).build());
  }

  @Test
  void negativePenaltiesAreRefused() {
    refused(
        "l1 must be finite and at least 0, got -1.0", () -> SlrmConfig.builder().l1(0, -1).build());
    refused(
        "l2 must be finite and at least 0, got -2.0", () -> SlrmConfig.builder().l2(-2).build());
    refused(
        "reconstructionWeight must be finite and above 0, got 0.0",
        () -> SlrmConfig.builder().reconstructionWeight(0).build());
    refused(
        "stepSize must be finite and above 0, got -0.5",
        () -> SlrmConfig.builder().stepSize(-0.5).build());
    refused(
        "initialUncertainty must be finite and above 0, got 0.0",
        () -> SlrmConfig.builder().initialUncertainty(0).build());
  }

  @Test
  void moreThanFiveHundredPassesAreRefused() {
    refused(
        "maxPasses must be between 1 and 500, got 501",
        () -> SlrmConfig.builder().maxPasses(501).build());
  }

  @Test
  void rankAboveTheSmallerSideIsRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, 2, 3}, {2, 1, 0}});
    refused(
        "rank must be between 1 and 2, got 3",
        () -> Slrm.with(SlrmConfig.builder().rank(3).build()).fit(x, new double[] {1, 2}));
  }

  @Test
  void rankThatOnlyTheRowsLeftForTheFitCannotHaveIsLowered() {
    Simulation.Sample rows =
        Simulation.builder().rows(20).features(40).rank(4).nonzeros(2).seed(5).build().train();
    for (MethodConfig config :
        List.of(
            SlrmConfig.builder().rank(18).maxPasses(2).build(),
            SmpcrConfig.defaults().withRank(18))) {
      FitReport report = Slrm.with(config).folds(0).fit(rows.x(), rows.y()).report();
      assertEquals(16, report.rank());
      assertTrue(
          report.notes().contains(Note.of("rank-lowered", "asked", 18, "rank", 16)),
          () -> report.notes().toString());
    }
    refused(
        "in cross-validation, on 16 rows: rank must be between 1 and 16, got 18",
        () -> Slrm.with(PcrConfig.defaults().withRank(18)).folds(5).fit(rows.x(), rows.y()));
  }

  @Test
  void rowOfAnotherLengthIsRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, 2}, {2, 1}, {0, 3}});
    SlrmModel model =
        Slrm.with(PcrConfig.defaults().withRank(1)).folds(0).fit(x, new double[] {1, 2, 3});
    refused(
        "length of the row must equal number of features (2), got 3",
        () -> model.predict(IncompleteRow.ofNaN(1, 2, 3)));
    refused(
        "columns must equal number of features (2), got 1",
        () -> model.predict(IncompleteMatrix.ofColumn(new double[] {1})));
    refused(
        "rows of the labels must equal rows of the features (3), got 1",
        () -> Slrm.with(SlrmConfig.defaults()).fit(x, IncompleteMatrix.ofColumn(new double[] {1})));
  }

  @Test
  void noLabelledRowIsRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, 2}, {2, 1}});
    refused(
        "target 0 must have at least 2 labelled rows, got 0 of 2",
        () -> Slrm.with(SlrmConfig.defaults()).fit(x, new double[] {NAN, NAN}));
  }

  @Test
  void dataWithoutAKnownEntryAreRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{NAN, NAN}, {NAN, NAN}});
    refused(
        "at least one feature entry must be known, got 2 x 2 missing entries",
        () -> Slrm.with(SlrmConfig.defaults()).fit(x, new double[] {1, 2}));
  }

  @Test
  void wrongLengthsAndInfinitiesAreRefused() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, 2}, {2, 1}});
    refused(
        "number of labels must equal number of rows (2), got 3",
        () -> Slrm.with(SlrmConfig.defaults()).fit(x, new double[] {1, 2, 3}));
    refused(
        "value of row 0, column 1 must be finite, got Infinity",
        () -> IncompleteMatrix.ofNaN(new double[][] {{1, Double.POSITIVE_INFINITY}}));
    refused(
        "value of row 1, column 0 must be finite, got -Infinity",
        () -> Slrm.with(SlrmConfig.defaults()).fit(x, new double[] {1, Double.NEGATIVE_INFINITY}));
  }

  private static void refused(String message, Executable misuse) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, misuse).getMessage());
  }
}
