package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
  private static final Path DATA = Path.of("../examples/sensors.csv");
  private static final Path NEW = Path.of("../examples/sensors-new.csv");
  private static final Path TEST = Path.of("../examples/sensors-test.csv");

  @TempDir static Path shared;
  @TempDir Path folder;

  static Path model;

  @BeforeAll
  static void fitOnce() {
    model = shared.resolve("m.slrm");
    Cli.run("fit", DATA, "--target", "quality", "--method", "mean-lasso", "--out", model).done();
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private static List<String> keys(JsonNode node) {
    List<String> out = new ArrayList<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  @Test
  void fitPrintsExactlyTheKeysOfTheContract() throws IOException {
    Path out = folder.resolve("m.slrm");
    Cli fit =
        Cli.run(
            "fit", DATA, "--target", "quality", "--method", "mean-lasso", "--out", out, "--json");
    JsonNode json = json(fit.done().out());
    assertEquals(
        List.of(
            "warnings",
            "method",
            "rank",
            "rows",
            "features",
            "targets",
            "missing",
            "cv",
            "candidates",
            "seconds",
            "stop",
            "notes",
            "seed",
            "model"),
        keys(json));
    assertEquals(
        List.of(
            "mse", "r2", "standardError", "score", "scoreName", "scoreStandardError", "explained"),
        keys(json.get("cv")));
    assertEquals(400, json.get("rows").asInt());
    assertEquals(12, json.get("features").asInt());
    assertEquals("", fit.err(), "nothing but the result when piped");
    assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(out), "same seed, same bytes");
  }

  @Test
  void rowsOfWeightZeroNeitherTeachNorEvaluate() throws IOException {
    List<String> lines = Files.readAllLines(DATA);
    List<String> all = new ArrayList<>(List.of(lines.get(0) + ",times"));
    List<String> half = new ArrayList<>(List.of(lines.get(0)));
    for (int i = 1; i < lines.size(); i++) {
      String known = lines.get(i);
      all.add(i % 2 == 0 ? known + ",1" : known.replaceFirst("[^,]*$", "9999") + ",0");
      if (i % 2 == 0) {
        half.add(known);
      }
    }
    JsonNode weighted = fitted(all, "--weights", "times");
    JsonNode alone = fitted(half);
    assertEquals(alone.get("rows"), weighted.get("rows"));
    assertEquals(alone.get("cv"), weighted.get("cv"));
    String page = Files.readString(folder.resolve("page.html"));
    assertTrue(page.contains("200 rows of weight 0 not used"));
  }

  private JsonNode fitted(List<String> lines, String... options) throws IOException {
    Path data = Files.write(folder.resolve("data.csv"), lines);
    List<Object> words = new ArrayList<>(List.of("fit", data, "--target", "quality", "--json"));
    words.addAll(List.of("--method", "likelihood", "--rank", "2"));
    words.addAll(List.of("--out", folder.resolve("weighted.slrm")));
    if (options.length > 0) {
      words.addAll(List.of("--report", folder.resolve("page.html")));
    }
    words.addAll(List.of(options));
    return json(Cli.run(words.toArray()).done().out());
  }

  @Test
  void withoutACommandAllCommandsAreListed() {
    Cli alone = Cli.run().done();
    assertEquals(Cli.run("--help").out(), alone.out());
    for (String command : List.of("fit", "predict", "compare", "simulate", "inspect")) {
      assertTrue(alone.out().contains("\n  " + command + " "), alone.out());
    }
    assertFalse(alone.out().contains("warm-up"));
    Cli unknown = Cli.run("predikt");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("must be one of fit, predict"), unknown.err());
    assertTrue(unknown.err().contains("got predikt"), unknown.err());
  }

  @Test
  void notesNameColumns() throws IOException {
    Path data = folder.resolve("d.csv");
    StringBuilder rows = new StringBuilder("a,always,y\n");
    for (int i = 0; i < 20; i++) {
      rows.append(i).append(",3,").append(2 * i + i % 3).append('\n');
    }
    Files.writeString(data, rows);
    Path out = folder.resolve("d.slrm");
    Cli fit = Cli.run("fit", data, "--target", "y", "--method", "mean-lasso", "--out", out).done();
    assertTrue(fit.out().contains("constant feature: always"), fit.out());
    assertTrue(Cli.run("inspect", out).done().out().contains("feature: always"));
  }

  @Test
  void compareKeepsATimeBudget() throws IOException {
    Cli compare =
        Cli.run(
            "compare",
            DATA,
            "--target",
            "quality",
            "--methods",
            "auto",
            "--folds",
            "2",
            "--json",
            "--time-budget",
            "1s");
    assertTrue(json(compare.done().out()).toString().contains("\"auto\""), compare.out());
    assertEquals(2, Cli.run("compare", DATA, "--target", "quality", "--time-budget", "x").code());
  }

  @Test
  void fitTellsANewcomerWhatItFound() {
    Path out = folder.resolve("m.slrm");
    Path page = folder.resolve("m.html");
    Cli fit =
        Cli.run(
                "fit",
                DATA,
                "--target",
                "quality",
                "--method",
                "mean-lasso",
                "--out",
                out,
                "--report",
                page)
            .done();
    for (String part :
        List.of("Predicting quality", "RMSE", "baseline (mean)", "R²", "slrm predict")) {
      assertTrue(fit.out().contains(part), fit.out());
    }
    assertTrue(Files.exists(page));
  }

  @Test
  void theNumberOfThreadsDoesNotChangeTheFile() throws IOException {
    Path out = folder.resolve("m.slrm");
    Cli.run(
            "fit",
            DATA,
            "--target",
            "quality",
            "--method",
            "mean-lasso",
            "--threads",
            1,
            "--out",
            out)
        .done();
    assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(out));
  }

  @Test
  void predictWritesOneLinePerRow() throws IOException {
    Path out = folder.resolve("p.csv");
    Cli.run("predict", model, NEW, "--out", out).done();
    List<String> lines = Files.readAllLines(out);
    assertEquals(
        "row,target,prediction,standard_error,lower,upper,observed,answered,flags", lines.get(0));
    assertEquals(Files.readAllLines(NEW).size(), lines.size());
    assertTrue(lines.get(1).startsWith("1,quality,"), lines.get(1));
    assertEquals(Files.readString(out), Cli.run("predict", model, NEW).done().out());
  }

  @Test
  void predictionsDoNotDependOnTheOrderOfColumnsNorOnExtraOnes() throws IOException {
    List<String> turned = new ArrayList<>();
    for (String line : Files.readAllLines(NEW)) {
      List<String> fields = new ArrayList<>(List.of(line.split(",", -1)));
      java.util.Collections.reverse(fields);
      turned.add(String.join(",", fields) + (turned.isEmpty() ? ",extra" : ",7"));
    }
    Path other = Files.write(folder.resolve("turned.csv"), turned);
    Cli same = Cli.run("predict", model, other).done();
    assertEquals(Cli.run("predict", model, NEW).done().out(), same.out());
    assertTrue(same.err().contains("extra"), same.err());
    assertEquals("", Cli.run("predict", model, other, "--mode", "accept").done().err());
    assertEquals(3, Cli.run("predict", model, other, "--mode", "strict").code());
  }

  @Test
  void rowsWithoutAnyKnownEntryAreAnswered() throws IOException {
    Path empty = folder.resolve("empty.csv");
    Files.writeString(empty, "temperature,humidity\n,\n1,\n");
    Cli p = Cli.run("predict", model, empty).done();
    assertEquals(3, p.out().lines().count(), p.out());
    assertTrue(p.err().contains("pressure"), "absent columns are said: " + p.err());
  }

  @Test
  void contributionsAndBaselineAddUp() {
    Cli p = Cli.run("predict", model, NEW, "--explain", 12, "--suggest", 2).done();
    List<String> header = List.of(p.out().lines().findFirst().orElseThrow().split(",", -1));
    for (String line : p.out().lines().skip(1).toList()) {
      String[] fields = line.split(",", -1);
      double sum = Double.parseDouble(fields[header.indexOf("baseline")]);
      for (int k = 1; k <= 12; k++) {
        String c = fields[header.indexOf("contribution_" + k)];
        sum += c.isEmpty() ? 0 : Double.parseDouble(c);
      }
      assertEquals(Double.parseDouble(fields[header.indexOf("prediction")]), sum, 1e-9);
    }
  }

  @Test
  void evaluateMeasuresAndTheTruthBoundsIt() throws IOException {
    Cli e =
        Cli.run(
                "evaluate",
                model,
                TEST,
                "--json",
                "--truth",
                Path.of("../examples/sensors-truth.json"))
            .done();
    JsonNode json = json(e.out());
    assertEquals(
        List.of(
            "rows",
            "mse",
            "rmse",
            "mae",
            "r2",
            "coverage",
            "answered",
            "score",
            "scoreName",
            "bayesError",
            "bayesMse",
            "warnings"),
        keys(json));
    assertTrue(json.get("bayesError").asDouble() < json.get("mse").asDouble());
    assertTrue(json.get("r2").asDouble() > 0.7);
    assertTrue(json.get("coverage").asDouble() > 0.8);
    assertTrue(Cli.run("evaluate", model, TEST).done().out().contains("best possible") == false);
  }

  @Test
  void imputeKeepsWhatIsKnownAndFillsTheRest() {
    Cli i = Cli.run("impute", model, NEW).done();
    String[] before = readLine(NEW, 1).split(",", -1);
    String[] after = i.out().lines().skip(1).findFirst().orElseThrow().split(",", -1);
    for (int j = 0; j < before.length; j++) {
      assertFalse(after[j].isEmpty());
      if (!before[j].isEmpty()) {
        assertEquals(Double.parseDouble(before[j]), Double.parseDouble(after[j]));
      }
    }
    assertTrue(Cli.run("impute", model, NEW, "--with-errors").done().out().contains("dust_error"));
  }

  private static String readLine(Path file, int number) {
    try {
      return Files.readAllLines(file).get(number);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void inspectShowsWhereAModelComesFrom() throws IOException {
    Cli i = Cli.run("inspect", model).done();
    assertTrue(i.out().contains("slrm fit sensors.csv --target quality --method mean-lasso"));
    assertTrue(i.out().contains("sha256"), i.out());
    JsonNode json = json(Cli.run("inspect", model, "--json").done().out());
    assertEquals("linear", json.get("members").get(0).get("kind").asText());
  }

  @Test
  void compareListsEveryMethodOnTheSameFolds() throws IOException {
    JsonNode json =
        json(
            Cli.run(
                    "compare",
                    DATA,
                    "--target",
                    "quality",
                    "--methods",
                    "mean-lasso",
                    "--folds",
                    3,
                    "--json")
                .done()
                .out());
    assertEquals(3, json.get("folds").asInt());
    assertEquals("mean-lasso", json.get("results").get(0).get("method").asText());
  }

  @Test
  void compareTakesNeighboursTreesAndTransduction() throws IOException {
    String all = "pls,corrected-lasso,trees,transduction";
    JsonNode json =
        json(
            Cli.run(
                    "compare",
                    DATA,
                    "--target",
                    "quality",
                    "--methods",
                    all,
                    "--folds",
                    2,
                    "--json")
                .done()
                .out());
    for (JsonNode result : json.get("results")) {
      assertTrue(result.get("r2").asDouble() > 0.3, result.toString());
    }
    assertEquals(4, json.get("results").size());
    Cli text =
        Cli.run("compare", DATA, "--target", "quality", "--methods", "transduction", "--folds", 2);
    assertTrue(text.done().out().contains("transduction"), text.out());
  }

  @Test
  void transductionHasACommandOfItsOwn() throws IOException {
    Cli fit =
        Cli.run("fit", DATA, "--target", "quality", "--method", "transduction", "--out", "m.slrm");
    assertEquals(2, fit.code());
    assertTrue(fit.err().contains("slrm transduce"), fit.err());
    Path file = folder.resolve("unlabelled.csv");
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i)
          .append(',')
          .append(-i)
          .append(',')
          .append(i % 6 == 0 ? "" : 3 * i)
          .append('\n');
    }
    Files.writeString(file, rows);
    List<String> lines = Cli.run("transduce", file, "--target", "y").done().out().lines().toList();
    assertEquals("row,target,prediction,standard_error", lines.get(0));
    assertEquals(11, lines.size());
    String[] last = lines.get(10).split(",");
    assertEquals("55", last[0]);
    assertEquals(162, Double.parseDouble(last[2]), 15);
  }

  @Test
  void simulateGivesTheSameBytesForTheSameSeed() {
    Object[] args = {"simulate", "--rows", 20, "--features", 5, "--rank", 2, "--nonzeros", 1};
    String first = Cli.run(args).done().out();
    assertEquals(first, Cli.run(args).done().out());
    assertEquals(21, first.lines().count());
    assertEquals("x1,x2,x3,x4,x5,y", first.lines().findFirst().orElseThrow());
  }

  @Test
  void everyCommandHelpsWithExamples() {
    for (String command :
        List.of(
            "fit", "predict", "evaluate", "compare", "impute", "stream", "simulate", "inspect")) {
      Cli help = Cli.run(command, "--help").done();
      assertTrue(help.out().contains("Example"), command);
    }
  }

  @Test
  void completionKnowsTheCommands() {
    assertTrue(Cli.run("completion").done().out().contains("evaluate"));
  }

  @Test
  void aStackTraceComesOnlyWithDebug() {
    assertFalse(Cli.run("predict", model, "nowhere.csv").err().contains("\tat "));
    assertTrue(Cli.run("predict", model, "nowhere.csv", "--debug").err().contains("\tat "));
  }
}
