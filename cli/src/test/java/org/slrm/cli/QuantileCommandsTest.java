package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quantiles on the command line. */
class QuantileCommandsTest {
  @TempDir static Path folder;

  private static Path train;
  private static Path test;
  private static Path model;
  private static Path page;
  private static Cli fitted;

  @BeforeAll
  static void fit() throws IOException {
    train = table("train.csv", 300, 1);
    test = table("test.csv", 600, 2);
    model = folder.resolve("m.slrm");
    page = folder.resolve("fit.html");
    fitted =
        Cli.run(
                "fit",
                train,
                "--target",
                "y",
                "--label",
                "quantile:0.9",
                "--out",
                model,
                "--effort",
                "quick",
                "--report",
                page,
                "--json")
            .done();
  }

  /** Skewed labels whose spread grows with a, every tenth cell missing. */
  private static Path table(String name, int rows, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>(List.of("a,b,y"));
    for (int i = 0; i < rows; i++) {
      double a = random.nextDouble();
      double b = random.nextGaussian();
      double y = 3 * b - (0.2 + 2 * a) * Math.log(random.nextDouble());
      lines.add(
          (i % 10 == 3 ? "" : a) + "," + (i % 10 == 7 ? "" : b) + "," + (i % 50 == 9 ? "" : y));
    }
    return Files.write(folder.resolve(name), lines);
  }

  private static JsonNode json(Cli cli) throws IOException {
    return new ObjectMapper().readTree(cli.out());
  }

  @Test
  void aFitReportsThePinballLoss() throws IOException {
    JsonNode cv = json(fitted).get("cv");
    assertEquals("pinball", cv.get("scoreName").asText());
    assertTrue(cv.get("explained").asDouble() > 0.35, cv.toString());
    String html = Files.readString(page);
    assertTrue(html.contains("have a pinball loss of"), "headline");
    assertFalse(html.contains("Labels that count little"), "only robust labels count less");
    assertTrue(
        html.contains("a fraction 0.9 of the points should lie below the diagonal"), "caption");
    assertFalse(html.contains("on the diagonal its prediction would be perfect"), "caption");
    Cli inspected = Cli.run("inspect", model, "--json").done();
    assertTrue(inspected.out().contains("quantile:0.9"), inspected.out());
  }

  @Test
  void inspectNamesMembersAsTheCandidatesOfTheFit() throws IOException {
    String text = Cli.run("inspect", model).done().out();
    int members = 0;
    for (JsonNode c :
        json(Cli.run("inspect", model, "--candidates", "--json").done()).get("candidates")) {
      if (c.path("weight").asDouble() > 0) {
        assertTrue(text.contains(c.get("name").asText() + ", weight "), c + " in " + text);
        members++;
      }
    }
    assertTrue(members > 0, text);
    assertFalse(text.contains("quantile:0.9, quantile"), text);
  }

  @Test
  void anEvaluationGivesThePinballLossAndNineOfTenLabelsLieBelow() throws IOException {
    JsonNode e = json(Cli.run("evaluate", model, test, "--json").done());
    assertEquals("pinball", e.get("scoreName").asText());
    assertTrue(e.get("explained").asDouble() > 0.35, e.toString());
    assertEquals(0.9, e.get("coverage").asDouble(), 0.08, "intervals are for the label");
    assertEquals(0.9, e.get("belowPrediction").asDouble(), 0.04);
    assertEquals(0.9, e.get("quantile").asDouble());
    assertFalse(e.has("rmse") || e.has("r2"), "the mean is not predicted");
    Path report = folder.resolve("e.html");
    String text = Cli.run("evaluate", model, test, "--report", report).done().out();
    assertTrue(text.contains("quantile:0.9") && text.contains("pinball loss"), text);
    assertTrue(text.contains("at or below prediction"), text);
    assertTrue(text.contains("(nominal 90.0 %)"), text);
    assertFalse(text.contains("mae") || text.contains("rmse"), text);
    String shown = Files.readString(report);
    assertTrue(shown.contains("At or below the prediction"), "table");
    assertFalse(shown.contains("RMSE"), "the mean is not predicted");
    Path out = folder.resolve("p.csv");
    Cli.run("predict", model, test, "--out", out).done();
    List<String> rows = Files.readAllLines(out);
    List<String> cells = Files.readAllLines(test);
    int below = 0;
    int known = 0;
    for (int i = 1; i < rows.size(); i++) {
      String[] row = cells.get(i).split(",", -1);
      if (!row[2].isEmpty()) {
        known++;
        below +=
            Double.parseDouble(row[2]) <= Double.parseDouble(rows.get(i).split(",")[2]) ? 1 : 0;
      }
    }
    assertEquals(0.9, (double) below / known, 0.04);
  }

  @Test
  void methodsAreComparedByThePinballLoss() throws IOException {
    Cli cli =
        Cli.run(
                "compare",
                train,
                "--target",
                "y",
                "--label",
                "quantile:0.9",
                "--methods",
                "likelihood,mean-lasso",
                "--folds",
                "3",
                "--json")
            .done();
    JsonNode r = json(cli).get("results").get(0);
    assertEquals("pinball", r.get("scoreName").asText());
    assertTrue(r.get("explained").asDouble() > 0.3, r.toString());
  }

  @Test
  void passesOverTheRowsFitAQuantile() throws IOException {
    Path out = folder.resolve("s.slrm");
    Cli cli =
        Cli.run(
                "fit",
                train,
                "--target",
                "y",
                "--label",
                "quantile:0.9",
                "--out",
                out,
                "--stream",
                "--cache",
                "none",
                "--method",
                "likelihood",
                "--rank",
                "2",
                "--json")
            .done();
    assertEquals("pinball", json(cli).get("cv").get("scoreName").asText());
  }

  @Test
  void aWrongLevelIsRefusedByName() {
    Cli wrong = Cli.run("fit", train, "--target", "y", "--label", "quantile:90");
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("quantile must be in (0, 1), got 90.0"), wrong.err());
  }
}
