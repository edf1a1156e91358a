package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.model.ModelFile;
import org.slrm.result.Prediction;

/** Warnings come before the answer, in text, JSON and pages. */
class WarningsTest {
  @TempDir Path folder;

  /** Three features, a row number, and a column that knows the answer. */
  private Path table(String name, int rows, double unit) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder out = new StringBuilder("id,a,b,c,later,y\n");
    for (int i = 1; i <= rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double c = random.nextGaussian();
      double y = a + b + random.nextGaussian();
      out.append(i).append(',').append(unit * a).append(',').append(b).append(',').append(c);
      out.append(',').append(y * 2 + 1).append(',').append(y).append('\n');
    }
    return Files.writeString(folder.resolve(name), out);
  }

  private static JsonNode json(Cli run) throws IOException {
    return new ObjectMapper().readTree(run.done().out());
  }

  private static boolean has(JsonNode warnings, String code, String column) {
    for (JsonNode w : warnings) {
      assertTrue(w.has("value") && w.has("message"), w::toString);
      if (w.get("code").asText().equals(code) && w.get("column").asText().equals(column)) {
        return true;
      }
    }
    return false;
  }

  private Path fitted(Path data) {
    Path model = folder.resolve("m.slrm");
    Cli.run("fit", data, "--target", "y", "--method", "mean-lasso", "--out", model).done();
    return model;
  }

  @Test
  void fitWarnsFirstInTextJsonAndReport() throws IOException {
    Path data = table("a.csv", 100, 1);
    Path model = folder.resolve("m.slrm");
    Path page = folder.resolve("m.html");
    String[] words = {
      "fit", data.toString(), "--target", "y", "--method", "mean-lasso", "--out", model.toString()
    };
    Cli text = Cli.run((Object[]) words).done();
    assertTrue(text.out().startsWith("Warning: leak: \"later\" alone explains"), text.out());
    assertTrue(text.out().contains("from 5 features"), text.out());
    JsonNode json =
        json(
            Cli.run(
                "fit",
                data,
                "--target",
                "y",
                "--method",
                "mean-lasso",
                "--out",
                model,
                "--report",
                page,
                "--json"));
    assertTrue(has(json.get("warnings"), "leak", "later"));
    assertTrue(has(json.get("warnings"), "identifier", "id"));
    String html = Files.readString(page);
    int warned = html.indexOf("<section id=\"warnings\">");
    assertTrue(warned > 0 && warned < html.indexOf("<section id=\"data\">"));
    assertTrue(has(json(Cli.run("inspect", model, "--json")).get("warnings"), "leak", "later"));
    assertTrue(Cli.run("inspect", model).done().out().startsWith("Warning: leak"));
  }

  /** Two classes that no feature is related to. */
  private Path noise() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder out = new StringBuilder("a,b,c,y\n");
    for (int i = 0; i < 120; i++) {
      for (int j = 0; j < 3; j++) {
        out.append(random.nextGaussian()).append(',');
      }
      out.append(random.nextDouble() < 0.2 ? "fail" : "pass").append('\n');
    }
    return Files.writeString(folder.resolve("noise.csv"), out);
  }

  @Test
  void aFitWithoutSignalSaysSoInTextJsonReportAndModel() throws IOException {
    Path data = noise();
    Path model = folder.resolve("m.slrm");
    Path page = folder.resolve("m.html");
    String text = Cli.run("fit", data, "--target", "y", "--out", model).done().out();
    assertTrue(text.contains("Warning: no-signal: no predictive signal found for \"y\""), text);
    Path other = folder.resolve("n.slrm");
    JsonNode json =
        json(Cli.run("fit", data, "--target", "y", "--out", other, "--report", page, "--json"));
    assertTrue(has(json.get("warnings"), "no-signal", "y"));
    assertTrue(Files.readString(page).contains("no predictive signal found"));
    assertTrue(has(json(Cli.run("inspect", model, "--json")).get("warnings"), "no-signal", "y"));
    Path answers = folder.resolve("p.csv");
    Cli.run("predict", model, data, "--out", answers).done();
    long different =
        Files.readAllLines(answers).stream()
            .skip(1)
            .map(line -> line.split(",")[3])
            .distinct()
            .count();
    assertEquals(1, different);
  }

  @Test
  void keepUsesAnIdentifierWithoutAWarningAndMustNameAColumn() throws IOException {
    Path data = table("a.csv", 100, 1);
    Path model = folder.resolve("m.slrm");
    JsonNode json =
        json(
            Cli.run(
                "fit",
                data,
                "--target",
                "y",
                "--method",
                "mean-lasso",
                "--keep",
                "id",
                "--out",
                model,
                "--json"));
    assertFalse(has(json.get("warnings"), "identifier", "id"));
    assertEquals(5, json.get("features").asInt());
    Cli wrong = Cli.run("fit", data, "--target", "y", "--keep", "ib", "--out", model);
    assertEquals(3, wrong.code());
    assertTrue(wrong.err().contains("--keep"), wrong.err());
  }

  /** Four features of which the first is a row number that the label has nothing of. */
  private Path numbered(int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder out = new StringBuilder("id,a,b,c,y\n");
    for (int i = 1; i <= rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = a + b * b + 0.5 * random.nextGaussian();
      out.append(i).append(',').append(a).append(',').append(b).append(',');
      out.append(random.nextGaussian()).append(',').append(y).append('\n');
    }
    return Files.writeString(folder.resolve("numbered.csv"), out);
  }

  @Test
  void aRowNumberAmongTheFeaturesHardlyChangesTheError() throws IOException {
    Path data = numbered(300);
    Path model = folder.resolve("m.slrm");
    double with = error(Cli.run("fit", data, "--target", "y", "--out", model, "--json"));
    double without =
        error(Cli.run("fit", data, "--target", "y", "--ignore", "id", "--out", model, "--json"));
    assertTrue(with < 1.1 * without, with + " with the row number, without " + without);
  }

  private static double error(Cli run) throws IOException {
    return json(run).get("cv").get("mse").asDouble();
  }

  @Test
  void aWholeNumberThatDiffersInEveryRowPredicts() throws IOException {
    StringBuilder out = new StringBuilder("mass number,noise,y\n");
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 200; i++) {
      int mass = 5000 + i * 37 % 200;
      out.append(mass).append(',').append(random.nextGaussian()).append(',');
      out.append(0.1 * mass + random.nextGaussian()).append('\n');
    }
    Path data = Files.writeString(folder.resolve("mass.csv"), out);
    Path model = folder.resolve("m.slrm");
    JsonNode json = json(Cli.run("fit", data, "--target", "y", "--out", model, "--json"));
    assertTrue(json.get("cv").get("r2").asDouble() > 0.9, json.get("cv")::toString);
    assertTrue(has(json.get("warnings"), "identifier", "mass number"));
  }

  @Test
  void anAbsentColumnIsToldOnceWithItsShare() throws IOException {
    Path model = fitted(table("a.csv", 100, 1));
    Path fewer = Files.writeString(folder.resolve("fewer.csv"), "id,a,b,later\n1,1,2,3\n2,4,5,6\n");
    String messages = Cli.run("predict", model, fewer).done().err();
    assertEquals(1, messages.lines().filter(line -> line.contains("\"c\"")).count(), messages);
    assertTrue(messages.contains("auxiliary-column"), messages);
    assertTrue(messages.contains("100 % of the training rows"), messages);
    assertFalse(messages.contains("absent"), messages);
    ModelFile m = ModelFile.read(model);
    Path old = folder.resolve("old.slrm");
    new ModelFile(m.kind(), m.state(), m.schema(), m.reading(), m.provenance()).write(old);
    String noted = Cli.run("predict", old, fewer).done().err();
    assertTrue(noted.contains("1 column absent, taken as missing: c"), noted);
  }

  @Test
  void aCountFarFromAllOthersIsNamedAndDoesNotEndTheFit() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder out = new StringBuilder("a,b,c,y\n");
    for (int i = 1; i <= 200; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      out.append(a).append(',').append(b).append(',').append(a - b + random.nextGaussian());
      out.append(',').append(i == 34 ? 1_000_000_000_000L : Math.round(Math.exp(a / 2 + 1)));
      out.append('\n');
    }
    Path data = Files.writeString(folder.resolve("counts.csv"), out);
    Cli fit =
        Cli.run(
                "fit",
                data,
                "--target",
                "y",
                "--label",
                "counts",
                "--method",
                "likelihood",
                "--out",
                folder.resolve("counts.slrm"))
            .done();
    assertTrue(fit.out().contains("1000000000000 in row 34"), fit.out());
  }

  @Test
  void theEvaluationPageNamesTheErrors() throws IOException {
    Path data = table("a.csv", 100, 1);
    Path page = folder.resolve("e.html");
    Cli evaluated = Cli.run("evaluate", fitted(data), data, "--report", page).done();
    assertTrue(evaluated.err().contains("report written to " + page), evaluated.err());
    String html = Files.readString(page);
    assertTrue(html.contains("RMSE") && html.contains("Mean absolute error"), html);
    assertTrue(html.contains("In interval"), html);
    assertTrue(html.contains("as far as entries are missing at random"), html);
  }

  @Test
  void compareWarnsToo() throws IOException {
    Path data = table("a.csv", 100, 1);
    Path page = folder.resolve("c.html");
    Cli text = Cli.run("compare", data, "--target", "y", "--methods", "mean-lasso").done();
    assertTrue(text.out().startsWith("Warning: leak"), text.out());
    JsonNode json =
        json(
            Cli.run(
                "compare",
                data,
                "--target",
                "y",
                "--methods",
                "mean-lasso",
                "--report",
                page,
                "--json"));
    assertTrue(has(json.get("warnings"), "leak", "later"));
    assertTrue(Files.readString(page).contains("<section id=\"warnings\">"));
  }

  @Test
  void aPageMustNotOverwriteAndNeedsAModelThatKnowsItsRows() throws IOException {
    Path data = table("a.csv", 100, 1);
    Path model = fitted(data);
    assertEquals(2, Cli.run("evaluate", model, data, "--report", data).code());
    assertEquals(2, Cli.run("predict", model, data, "--report", model).code());
    Path old = folder.resolve("old.slrm");
    ModelFile m = ModelFile.read(model);
    new ModelFile(m.kind(), m.state(), m.schema(), m.reading(), m.provenance()).write(old);
    Cli refused = Cli.run("predict", old, data, "--report", folder.resolve("p.html"));
    assertEquals(3, refused.code());
    assertTrue(refused.err().contains("fit again"), refused.err());
    assertFalse(Files.exists(folder.resolve("p.html")));
    Cli.run("predict", old, data).done();
  }

  @Test
  void aFitByPassesSuspectsALeakToo() throws IOException {
    StringBuilder out = new StringBuilder("a,b,later,y\n");
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 300; i++) {
      double y = random.nextGaussian();
      out.append(random.nextGaussian()).append(',').append(random.nextGaussian()).append(',');
      out.append(2 * y + 1 + 1e-3 * random.nextGaussian()).append(',').append(y).append('\n');
    }
    Path data = Files.writeString(folder.resolve("leak.csv"), out);
    Object[] fit = {
      "fit",
      data,
      "-t",
      "y",
      "-m",
      "likelihood",
      "--rank",
      2,
      "--stream",
      "--cache",
      "none",
      "--out",
      folder.resolve("m.slrm"),
      "--json"
    };
    JsonNode warnings = json(Cli.run(fit)).get("warnings");
    assertTrue(has(warnings, "leak-suspected", "y"), warnings::toString);
    assertTrue(warnings.toString().contains("--ignore later"), warnings::toString);
  }

  @Test
  void theOutOfRangeWarningCountsEntriesClampedAndTreatedAsMissing() throws IOException {
    Path model = fitted(table("a.csv", 200, 1));
    // Normal entries: the range of a is about 6 wide, so that 10 is clamped and 1e6 missing.
    String rows = "id,a,b,c,later\n1,10,0,0,1\n2,1e6,10,0,1\n3,-1e6,0,0,1\n4,0,0,0,1\n";
    Path data = Files.writeString(folder.resolve("far.csv"), rows);
    Path out = folder.resolve("p.csv");
    String messages = Cli.run("predict", model, data, "--out", out).done().err();
    assertTrue(messages.contains("(1 entry clamped, 2 treated as missing)"), messages);
    assertTrue(messages.contains("(1 entry clamped, 0 treated as missing)"), messages);
    String all = Cli.run("predict", model, data, "--extrapolate", "--out", out).done().err();
    assertTrue(all.contains("out-of-range") && !all.contains("clamped"), all);
  }

  @Test
  void helpAndNotesNameTheFlagsOfRows() throws IOException {
    Path model = fitted(table("a.csv", 200, 1));
    Path data = Files.writeString(folder.resolve("one.csv"), "id,a,b,c,later\n1,1e6,0,0,1\n");
    String messages = Cli.run("predict", model, data, "-o", folder.resolve("p.csv")).done().err();
    assertTrue(messages.contains("slrm: 1 row flagged out_of_range\n"), messages);
    assertTrue(messages.contains("slrm: 1 row predicted, "), messages);
    String help = Cli.run("predict", "--help").done().out();
    for (Prediction.Flag flag : Prediction.Flag.values()) {
      assertTrue(help.contains(flag.code() + " ("), help);
    }
  }

  @Test
  void newRowsInAnotherUnitAreToldByPredictAndEvaluate() throws IOException {
    Path model = fitted(table("a.csv", 200, 1));
    Path moved = table("b.csv", 50, 1000);
    Cli predicted = Cli.run("predict", model, moved, "--out", folder.resolve("p.csv")).done();
    assertTrue(predicted.err().contains("out-of-range: \"a\" is outside"), predicted.err());
    Cli accepted =
        Cli.run("predict", model, moved, "--mode", "accept", "--out", folder.resolve("p.csv"));
    assertFalse(accepted.done().err().contains("out-of-range"), accepted.err());
    Cli text = Cli.run("evaluate", model, moved).done();
    assertTrue(text.out().startsWith("Warning: out-of-range"), text.out());
    JsonNode json = json(Cli.run("evaluate", model, moved, "--json"));
    assertTrue(has(json.get("warnings"), "out-of-range", "a"));
    assertTrue(json.has("mse"));
    Path page = folder.resolve("moved.html");
    Cli.run("predict", model, moved, "--out", folder.resolve("p.csv"), "--report", page).done();
    String html = Files.readString(page);
    assertTrue(html.contains("<b>out-of-range</b>"), html);
    assertTrue(
        html.contains("Missing entries in training and in new rows")
            && html.contains("Values of a in training and in new rows"));
    assertFalse(html.contains("<section id=\"errors\">"));
    Cli.run("evaluate", model, moved, "--report", page).done();
    assertTrue(Files.readString(page).contains("<section id=\"errors\">"));
    JsonNode same = json(Cli.run("evaluate", model, table("c.csv", 50, 1), "--json"));
    assertEquals(0, same.get("warnings").size());
  }
}
