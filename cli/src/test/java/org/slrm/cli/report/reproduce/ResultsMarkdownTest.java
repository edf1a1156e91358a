package org.slrm.cli.report.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.FigurePlan;
import org.slrm.cli.reproduce.Figures;
import org.slrm.cli.reproduce.Run;
import org.slrm.cli.reproduce.Scale;
import org.slrm.io.model.ModelFile;

/** Tables of a small set of runs: two data sets a point, labels of variance 10. */
class ResultsMarkdownTest {
  private final List<Run> runs = new ArrayList<>();

  private void errors(String figure, String point, ComparedMethod who, double... mse) {
    Map<String, Double> found = new LinkedHashMap<>();
    if (who == ComparedMethod.FADING) {
      found.put("l1", 0.0);
      found.put("constantRounds", 102400.0);
      found.put("initialUncertainty", 0.00030151);
      found.put("randomStart", 0.0);
      found.put("forgetting", 0.99);
    } else if (who.searched()) {
      found.put("l1", 0.25 * (1 + who.ordinal()));
    }
    for (int s = 0; s < mse.length; s++) {
      Run.Budget budget = new Run.Budget(60, 40, s == 0 ? 11 : 0, s == 0 ? 1200 + 100 * s : 0);
      runs.add(
          new Run(
              figure,
              point,
              1,
              s + 1,
              who,
              mse[s],
              10,
              0,
              3,
              4 + s,
              who == ComparedMethod.BAYES ? 0 : 1.5,
              1001,
              "tiny",
              s == 0,
              budget,
              found,
              ""));
    }
  }

  private String text(String... figures) {
    List<ReproduceInput.FigureRuns> all = new ArrayList<>();
    for (String id : figures) {
      List<Run> of = runs.stream().filter(r -> r.figure().equals(id)).toList();
      FigurePlan plan = Figures.plan(id, Scale.TINY, 1, null).reported(of);
      all.add(new ReproduceInput.FigureRuns(plan, of));
    }
    ModelFile.Provenance provenance = ModelFile.Provenance.ofSeed(1);
    return ResultsMarkdown.of(new ReproduceInput(Scale.TINY, all, provenance));
  }

  private static void assertLine(String text, String line) {
    assertTrue(text.lines().anyMatch(line::equals), () -> line + "\nis not in\n" + text);
  }

  private void noisy() {
    errors("fig1b", "var=0.1", ComparedMethod.PRINTED, 1, 1.01);
    errors("fig1b", "var=0.1", ComparedMethod.SMPCR, 2, 2.02);
    errors("fig1b", "var=0.1", ComparedMethod.FADING, 0.5);
    errors("fig1b", "var=0.1", ComparedMethod.BAYES, 2e-29, 3e-29);
    errors("fig1b", "var=1", ComparedMethod.PRINTED, 3, 3.01);
    errors("fig1b", "var=1", ComparedMethod.SMPCR, 3.000001, 3.010002);
  }

  @Test
  void cellsAreMeansWithStandardErrorsAndDifferencesInThem() {
    noisy();
    String text = text("fig1b");
    assertLine(text, "### 1b: Noisy features, exact labels");
    assertLine(
        text,
        "| Point | SLRM, as printed | SMPCR | SMPCR, fading | Bayes | SMPCR − SLRM, as printed, s.e. |");
    assertLine(text, "| var=0.1 | 1.005 ± 0.0050 | 2.010 ± 0.010 | 0.5000 (1) | 0 | +201 |");
    assertLine(text, "| var=1 | 3.005 ± 0.0050 | 3.005 ± 0.0050 |  |  | 0 |");
    assertFalse(text.contains("| MPCR: "), "no column for a method without runs");
  }

  @Test
  void aDifferenceOfOneDataSetHasNoStandardError() {
    errors("fig1b", "var=0.1", ComparedMethod.SLRM, 1, 1.01);
    errors("fig1b", "var=0.1", ComparedMethod.FADING, 2e-7);
    assertLine(text("fig1b"), "| var=0.1 | 1.005 ± 0.0050 | 2.0e-7 (1) | – |");
  }

  @Test
  void verdictsStandWithTheirEvidence() {
    noisy();
    String text = text("fig1b");
    assertLine(
        text,
        "| 1b | The mean error of SLRM, as printed, is below that of SMPCR at every point | **not decidable** | "
            + "lower at 1 of 2 points, clearly at 1; clearly above at 0; too small to count at 1 |");
    assertTrue(text.contains("Of **2 claims** of the paper **1 held**"), text);
  }

  @Test
  void budgetsAreLeastToMostOverAllFigures() {
    noisy();
    errors("fig1c", "var=1", ComparedMethod.SMPCR, 1, 2, 3);
    String text = text("fig1b", "fig1c");
    assertLine(text, "| SLRM, as printed | 11 | 1,200 | 40 | 4 to 5 |");
    assertLine(text, "| SMPCR | 11 | 1,200 | 40 | 4 to 6 |");
    assertTrue(text.lines().noneMatch(l -> l.startsWith("| Bayes |")), "it searches nothing");
  }

  @Test
  void settingsAreThoseOfTheFirstDataSetInThePapersLetters() {
    noisy();
    String text = text("fig1b");
    assertLine(
        text,
        "| Figure | Point | SLRM, as printed: λ2 | SMPCR: λ2 | SMPCR, fading: λ2, T₀, δ, start |");
    assertLine(text, "| 1b | var=0.1 | 0.25 | 1 | 0, 102400, 3.02e-4, singular |");
    assertLine(text, "| 1b | var=1 | 0.25 | 1 |  |");
  }

  @Test
  void secondsAreSummedByFigureAndMethod() {
    noisy();
    errors("fig1c", "var=1", ComparedMethod.SMPCR, 1, 2);
    String text = text("fig1b", "fig1c");
    assertLine(text, "| Figure | SLRM, as printed | SMPCR | SMPCR, fading | Total |");
    assertLine(text, "| 1b | 6.00 | 6.00 | 1.50 | 13.5 |");
    assertLine(text, "| 1c |  | 3.00 |  | 3.00 |");
    assertLine(text, "| Total | 6.00 | 9.00 | 1.50 | 16.5 |");
    assertTrue(text.contains("13 runs at the tiny scale took 16.5 seconds of one thread"), text);
  }

  @Test
  void whatWasNotRunIsNamed() {
    noisy();
    String text = text("fig1b", "fig1c");
    assertLine(
        text, "| 1b | SMPCR, fading | fewer data sets at var=0.1 (1 of 2); not run at var=1 |");
    assertLine(text, "| 1b | MPCR | not run |");
    assertLine(text, "| 1c | all | not run |");
    assertLine(text, "Not run.");
  }

  @Test
  void realTasksHaveMediansAndNeedNoDataOnceRun() {
    errors("fig2b", "atp1d-1", ComparedMethod.PRINTED, 0.002, 0.004);
    errors("fig2b", "atp1d-1", ComparedMethod.SMPCR, 0.003, 0.003);
    String text = text("fig2b");
    assertLine(text, "| atp1d-1 | 0.003000 | 0.003000 | 0 |");
    assertFalse(text.contains("needs atp/atp1d.arff"), text);
    runs.clear();
    assertTrue(text("fig2b").contains("| 2b | all | atp1d-1: not run, needs atp/atp1d.arff"));
  }

  @Test
  void equalRunsGiveEqualBytesAndTheFileEndsWithOneLineEnd() {
    noisy();
    String text = text("fig1b");
    assertEquals(text, text("fig1b"));
    assertTrue(text.endsWith(".\n") && !text.endsWith("\n\n"));
  }
}
