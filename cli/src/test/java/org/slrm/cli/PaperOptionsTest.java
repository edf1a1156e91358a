package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The paper's symbols as options of fit. */
class PaperOptionsTest {
  @TempDir Path folder;
  private Path data = Path.of("");

  @BeforeEach
  void simulate() {
    data = folder.resolve("d.csv");
    Cli.run("simulate", "--rows", 60, "--features", 8, "--rank", 2, "--nonzeros", 1, "--out", data)
        .done();
  }

  private Cli fit(Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("fit", data, "--target", "y", "--rank", 2, "--folds", 2));
    words.addAll(List.of("--out", folder.resolve("m.slrm")));
    words.addAll(List.of(options));
    return Cli.run(words.toArray());
  }

  private String inspected(Object... options) {
    fit(options).done();
    return Cli.run("inspect", folder.resolve("m.slrm"), "--json").done().out();
  }

  private static void has(String json, String... entries) {
    for (String entry : entries) {
      assertTrue(json.contains(entry), () -> entry + " in " + json);
    }
  }

  @Test
  void everySymbolOfAlgorithmOneIsAnOption() {
    String json =
        inspected(
            "--method",
            "slrm",
            "--reconstruction-weight",
            10,
            "--l1",
            0.01,
            "--l2",
            0.02,
            "--gate",
            0.9,
            "--step-size",
            0.005,
            "--constant-rounds",
            33,
            "--initial-uncertainty",
            0.25,
            "--holdout-every",
            "row",
            "--passes",
            2,
            "--forgetting",
            0.9,
            "--fade-unobserved",
            "--starts",
            2,
            "--no-start-counts",
            "--average",
            "--label-free-end",
            "--refit");
    has(json, "\"reconstructionWeight\":10", "\"l1\":0.01", "\"l2\":0.02", "\"gate\":0.9");
    has(json, "\"stepSize\":0.005", "\"constantRounds\":33", "\"initialUncertainty\":0.25");
    has(json, "\"holdOutEvery\":\"row\"", "\"maxPasses\":2", "\"refit\":true");
    has(json, "\"forgetting\":0.9", "\"starts\":2", "\"startCounts\":false");
    has(json, "\"averaging\":true", "\"labelFreeEnd\":true", "\"fadeUnobserved\":true");
  }

  @Test
  void smpcrForgetsWhatItIsTold() {
    String json =
        inspected(
            "--method",
            "smpcr",
            "--fade-unobserved",
            "--forgetting",
            1,
            "--l1",
            0.01,
            "--step-size",
            0.003,
            "--constant-rounds",
            50,
            "--initial-uncertainty",
            100,
            "--start",
            "random",
            "--unscaled",
            "--passes",
            3);
    has(json, "\"scaling\":\"none\"", "\"fadeUnobserved\":true");
    has(json, "\"constantRounds\":50", "\"initialUncertainty\":100", "\"randomStart\":true");
    has(json, "\"forgetting\":1", "\"l1\":0.01", "\"stepSize\":0.003", "\"maxPasses\":3");
    assertFalse(inspected("--method", "smpcr", "--passes", 3).contains("\"forgetting\":1.0"));
  }

  @Test
  void asPrintedIsWhatThePaperPrints() {
    String slrm = inspected("--method", "slrm", "--as-printed", "--passes", 1);
    has(slrm, "\"gate\":0.001", "\"holdOutEvery\":\"row\"", "\"patience\":500");
    has(slrm, "\"scaling\":\"none\"", "\"refit\":false", "\"startCounts\":false");
    has(slrm, "\"forgetting\":1");
    String smpcr = inspected("--method", "smpcr", "--as-printed", "--passes", 2);
    has(
        smpcr,
        "\"gate\":0.001",
        "\"forgetting\":1",
        "\"scaling\":\"none\"",
        "\"randomStart\":true");
  }

  @Test
  void inspectSaysWhatTheTheorySays() {
    has(
        inspected("--method", "slrm", "--passes", 1),
        "Theorem 1: coherence",
        "no advice for the gate",
        "as corrected (",
        "vacuous");
  }

  @Test
  void contradictionsAreRefusedInWords() {
    refused(
        "--as-printed stands for --gate 0.001 and contradicts --gate 0.9; give one of them",
        "--method",
        "slrm",
        "--as-printed",
        "--gate",
        0.9);
    refused(
        "--as-printed stands for no refit and contradicts --refit; give one of them",
        "--method",
        "slrm",
        "--as-printed",
        "--refit");
    refused(
        "--as-printed stands for --holdout-every row and contradicts --holdout-every pass",
        "--method",
        "slrm",
        "--as-printed",
        "--holdout-every",
        "pass");
    refused(
        "--as-printed stands for --forgetting 1 and contradicts --forgetting 0.9",
        "--method",
        "smpcr",
        "--as-printed",
        "--forgetting",
        0.9);
    refused(
        "--as-printed stands for one start and contradicts --starts 3",
        "--method",
        "slrm",
        "--as-printed",
        "--starts",
        3);
    refused(
        "--as-printed stands for --start random and contradicts --start singular",
        "--method",
        "smpcr",
        "--as-printed",
        "--start",
        "singular");
    refused(
        "--start is not an option of --method slrm; --start applies to smpcr",
        "--method",
        "slrm",
        "--start",
        "random");
    refused(
        "--initial-uncertainty is not an option of --method auto; --initial-uncertainty applies to slrm, smpcr",
        "--initial-uncertainty",
        1);
    refused(
        "--holdout-every must be pass or row, got day",
        "--method",
        "slrm",
        "--holdout-every",
        "day");
    refused(
        "--constant-rounds must be a whole number from 1, got 0",
        "--method",
        "slrm",
        "--constant-rounds",
        0);
    refused("--passes needs --stream or one of --method slrm, smpcr, task-driven", "--passes", 3);
    refused(
        "--as-printed needs all rows in memory", "--method", "slrm", "--as-printed", "--stream");
    refused("forgetting must be in (0.0, 1.0], got 1.5", "--method", "smpcr", "--forgetting", 1.5);
  }

  private void refused(String message, Object... options) {
    Cli run = fit(options);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(message), run.err());
  }
}
