package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of targets that are not plain numbers: their own figures, and none that are wrong. */
class LabelPagesTest {
  @TempDir Path folder;

  private String page(DoubleFunction<String> label, Object... options) throws IOException {
    Path data = Labelled.table(folder.resolve("data.csv"), 200, 11, label);
    return page(data, "y", options);
  }

  private String page(Path data, String targets, Object... options) throws IOException {
    Path page = folder.resolve("page.html");
    List<Object> words = new ArrayList<>(List.of("fit", data, "--target", targets));
    words.addAll(List.of("--method", "likelihood", "--rank", "2", "--report", page));
    words.addAll(List.of("--out", folder.resolve("m.slrm")));
    words.addAll(List.of(options));
    Cli.run(words.toArray()).done();
    return Files.readString(page);
  }

  private static void has(String page, String... words) {
    for (String word : words) {
      assertTrue(page.contains(word), word);
    }
  }

  private static void hasNot(String page, String... words) {
    for (String word : words) {
      assertFalse(page.contains(word), word);
    }
  }

  @Test
  void aPageOfTwoClassesShowsProbabilitiesCurvesConfusionAndSets() throws IOException {
    String page = page(Labelled::yes);
    has(
        page,
        "have a log loss of",
        "baseline (class shares)",
        "Calibration curve",
        "ROC curve",
        "Precision–recall curve",
        "True \\ predicted",
        "Recall by class",
        "Least probable labels",
        "Prediction sets",
        "Prediction set calibration",
        "Size of 90 % sets",
        "change of the log-odds of yes",
        "change of the probability of yes",
        "expected log loss grows by");
    hasNot(
        page,
        "R²",
        "Typical error",
        "mean absolute error of",
        "Variance explained",
        "Predicted against actual",
        "Interval calibration",
        "NaN");
  }

  @Test
  void aPageOfSeveralClassesDrawsEachClass() throws IOException {
    String page = page(Labelled::three);
    has(
        page,
        "high, AUC",
        "low, AUC",
        "mid, AUC",
        "True \\ predicted",
        "log-odds of the predicted class");
    hasNot(page, "Factor effects", "R²", "Typical error", "NaN");
  }

  @Test
  void aPageOfCountsShowsDevianceAndFactors() throws IOException {
    String page = page(Labelled::count, "--label", "counts");
    has(
        page,
        "have a deviance of",
        "of the deviance explained",
        "Equal distances are equal factors",
        "Interval calibration",
        "change of the logarithm of y");
    hasNot(page, "Variance explained", "Residuals by number of observed features", "NaN");
  }

  @Test
  void aPageOfAmountsShowsFactorsAndItsIntervalsOnTheLogarithm() throws IOException {
    String page = page(Labelled::amount, "--label", "positive");
    has(
        page,
        "typical relative error of a factor of",
        "Squared log error",
        "intervals by number of observed features");
    hasNot(page, "Variance explained", "NaN");
  }

  @Test
  void aPageOfRobustLabelsNamesTheRowsThatCountLittle() throws IOException {
    int[] row = {0};
    String page = page(h -> Double.toString(row[0]++ % 50 == 7 ? 500 + h : h), "--label", "robust");
    has(page, "Labels with small weights", "row 8", "row 58", "count less than a tenth");
    hasNot(page, "Variance explained", "Typical error", "NaN");
  }

  @Test
  void aPageOfSeveralKindsGivesEachTargetItsOwn() throws IOException {
    Path data =
        Labelled.table(
            folder.resolve("both.csv"),
            150,
            12,
            List.of("group", "visits"),
            List.of(Labelled::three, Labelled::count));
    String page = page(data, "group,visits", "--label", "classes,counts");
    has(page, "beats the baseline for", "2 of 2 targets", "log loss", "deviance");
    has(page, "Intervals and sets", "ROC curve", "Equal distances are equal factors");
    hasNot(page, "Typical error", "R²");
  }

  @Test
  void namesOfClassesAreTextAndNothingElse() throws IOException {
    String evil = "<img src=x onerror=alert(1)>";
    String page = page(h -> h > 0 ? evil : "a&b");
    hasNot(page, evil, "<img src=x");
    has(page, "&lt;img src=x onerror=alert(1)&gt;", "a&amp;b");
  }

  @Test
  void equalFitsHaveEqualPages() throws IOException {
    assertEquals(page(Labelled::yes), page(Labelled::yes));
  }
}
