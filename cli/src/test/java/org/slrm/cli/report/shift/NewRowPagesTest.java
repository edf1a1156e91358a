package org.slrm.cli.report.shift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.NewDataCheck;

/** Pages of evaluate, of predict, and the examples of fit. */
class NewRowPagesTest {
  @TempDir static Path folder;
  private static Path numbers;
  private static Path classes;
  private static Path train;
  private static Path later;

  @BeforeAll
  static void fit() throws IOException {
    train = rows("train.csv", 160, 1);
    later = rows("later.csv", 120, 2);
    numbers = folder.resolve("numbers.slrm");
    classes = folder.resolve("classes.slrm");
    Cli.run(fit("price", "kind", numbers, "--report", folder.resolve("fit.html"))).done();
    Cli.run(fit("kind", "price", classes)).done();
  }

  private static Object[] fit(String target, String other, Path out, Object... more) {
    Object[] base = {
      "fit",
      train,
      "--target",
      target,
      "--ignore",
      "day," + other,
      "--method",
      "mean-lasso",
      "--out",
      out
    };
    Object[] all = Arrays.copyOf(base, base.length + more.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return all;
  }

  private static Path rows(String name, int rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder out = new StringBuilder("day,a,b,price,kind\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      String shown = random.nextDouble() < 0.2 ? "" : String.format(Locale.ROOT, "%.3f", b);
      double price = 50 + 4 * a - 2 * b + random.nextGaussian();
      out.append(
          String.format(
              Locale.ROOT,
              "2024-%02d-%02d,%.3f,%s,%.3f,%s%n",
              1 + i / 28,
              1 + i % 28,
              a,
              shown,
              price,
              a + random.nextGaussian() > 0 ? "large" : "small"));
    }
    return Files.writeString(folder.resolve(name), out);
  }

  private static String page(Object... command) throws IOException {
    Path html = folder.resolve("page.html");
    Object[] all = Arrays.copyOf(command, command.length + 2);
    all[command.length] = "--report";
    all[command.length + 1] = html;
    Cli.run(all).done();
    return Files.readString(html);
  }

  private static void has(String page, String... texts) {
    for (String text : texts) {
      assertTrue(page.contains(text), text);
    }
    assertFalse(page.contains("NaN"));
  }

  @Test
  void evaluatingNumbersShowsPredictionsResidualsCoverageAndErrorsByTime() throws IOException {
    has(
        page("evaluate", numbers, later, "--time", "day"),
        "Predicted against actual",
        "Each dot is a row; on the line",
        "<h3>Residuals</h3>",
        "Residuals by number of observed features",
        "Interval calibration",
        "Share of 120 labels inside",
        "Errors by time",
        "2024-01-01");
  }

  @Test
  void withoutTimesThereAreNoErrorsByTime() throws IOException {
    assertFalse(page("evaluate", numbers, later).contains("Errors by time"));
    assertEquals(2, Cli.run("evaluate", numbers, later, "--time", "day").code());
  }

  @Test
  void evaluatingClassesShowsCurvesConfusionAndWorstRows() throws IOException {
    has(
        page("evaluate", classes, later, "--time", "day"),
        "Calibration curve",
        "ROC curve",
        "Precision–recall curve",
        "the classes are distinguished",
        "Confusion matrix",
        "Least probable labels",
        "Errors by time");
  }

  @Test
  void predictingShowsPredictionsAgainstTheLabelsAtTraining() throws IOException {
    has(
        page("predict", numbers, later, "--out", folder.resolve("p.csv")),
        "Predictions of price",
        "labels at training");
    has(
        page("predict", classes, later, "--out", folder.resolve("p.csv")),
        "Predictions of kind",
        "labels at training");
  }

  private static String page(NewDataCheck check, Map<String, Integer> flags) {
    return ShiftPage.html(
        new ShiftInput(
            "new.csv",
            check,
            List.of(),
            flags,
            Map.of(),
            List.of(),
            ErrorSections.NONE,
            ModelFile.Provenance.ofSeed(1)));
  }

  @Test
  void flaggedRowsAreCountedByCode() {
    ModelFile file = ModelFile.read(numbers);
    NewDataCheck check = new NewDataCheck(file.training(), file.schema(), null);
    assertFalse(page(check, Map.of()).contains("id=\"flags\""));
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("out_of_range", 7);
    counts.put("few_observed", 2);
    has(
        page(check, counts),
        "id=\"flags\"",
        "out_of_range",
        "an entry or the prediction is beyond",
        "few_observed");
  }

  @Test
  void anExampleHasThePredictionAndTheIntervalOfTheFinalModel() throws IOException {
    String page = Files.readString(folder.resolve("fit.html"));
    Matcher m =
        Pattern.compile(
                "The final model predicts ([0-9.]+), 90 % between ([0-9.]+) and ([0-9.]+); actual"
                    + " [0-9.]+\\. Cross-validated prediction: ([0-9.]+)\\.")
            .matcher(page);
    int found = 0;
    while (m.find()) {
      double p = Double.parseDouble(m.group(1));
      assertTrue(Double.parseDouble(m.group(2)) <= p && p <= Double.parseDouble(m.group(3)));
      found++;
    }
    assertTrue(found >= 3, "examples found: " + found);
  }

  @Test
  void labelsAtTrainingStayInTheModelFile() {
    ModelFile file = ModelFile.read(classes);
    assertEquals(1, file.training().targets().size());
    assertEquals(2, file.training().targets().get(0).shares().size());
  }
}
