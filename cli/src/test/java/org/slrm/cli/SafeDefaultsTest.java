package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.output.CommandException;
import org.slrm.io.source.InputException;

/** Tables that are refused or warned of instead of being fitted without a word. */
class SafeDefaultsTest {
  @TempDir Path folder;

  private Path file(String name, CharSequence text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static JsonNode json(Cli run) throws IOException {
    return new ObjectMapper().readTree(run.done().out());
  }

  private static Optional<JsonNode> warning(JsonNode json, String code) {
    List<JsonNode> out = new ArrayList<>();
    json.get("warnings").forEach(w -> out.add(w));
    return out.stream().filter(w -> w.get("code").asText().equals(code)).findFirst();
  }

  private Path rows(String name, int count, java.util.function.DoubleUnaryOperator label)
      throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder out = new StringBuilder("a,b,y\n");
    for (int i = 0; i < count; i++) {
      double a = random.nextGaussian();
      out.append(a).append(',').append(random.nextGaussian()).append(',');
      out.append(label.applyAsDouble(a)).append('\n');
    }
    return file(name, out);
  }

  @Test
  void aConstantTargetIsRefusedAtOnceWithItsValue() throws IOException {
    Path data = rows("c.csv", 40, a -> 3.5);
    Path model = folder.resolve("c.slrm");
    for (Cli refused :
        List.of(
            Cli.run("fit", data, "-t", "y", "-o", model),
            Cli.run("fit", data, "-t", "y", "-o", model, "--label", "numeric"),
            Cli.run(
                "fit",
                data,
                "-t",
                "y",
                "-o",
                model,
                "--stream",
                "--cache",
                folder.resolve("c.rows")),
            Cli.run("compare", data, "-t", "y"))) {
      assertEquals(3, refused.code(), refused.err());
      assertTrue(refused.err().contains("all observed labels are 3.5"), refused.err());
      assertTrue(refused.err().contains("--target"), refused.err());
    }
    Path threes = rows("three.csv", 40, a -> 3);
    String whole = Cli.run("fit", threes, "-t", "y", "-o", model).err();
    assertTrue(whole.contains("all observed labels are 3; name another column"), whole);
    Path unlabelled = Files.writeString(folder.resolve("u.csv"), "a,y\n1,\n2,\n3,\n");
    Cli none = Cli.run("fit", unlabelled, "-t", "y", "-o", model);
    assertEquals(3, none.code(), none.err());
    assertTrue(none.err().contains("is in 0; label more rows, or name"), none.err());
  }

  @Test
  void nearlyAsManyClassesAsRowsAreRefusedBeforeTheFit() throws IOException {
    Path data = rows("many.csv", 40, a -> 0.5 * a * a);
    Path model = folder.resolve("many.slrm");
    Path cache = folder.resolve("many.rows");
    Object[] fit = {"fit", data, "-t", "y", "--label", "classes", "-o", model};
    for (Cli refused :
        List.of(
            Cli.run(fit),
            Cli.run(
                Stream.concat(Arrays.stream(fit), Stream.of("--stream", "--cache", cache))
                    .toArray()))) {
      assertEquals(3, refused.code(), refused.err());
      assertTrue(
          refused
              .err()
              .contains("has 40 classes in 40 labelled rows, and most classes have a single row"),
          refused.err());
      assertTrue(refused.err().contains("--label numeric"), refused.err());
    }
  }

  @Test
  void aModelOfAnotherTargetIsNotReplacedUnasked() throws IOException {
    Path data = rows("d.csv", 40, a -> 2 * a);
    Path model = folder.resolve("d.slrm");
    Cli.run("fit", data, "-t", "y", "-m", "mean-lasso", "-o", model).done();
    DataSources.refuseOther(model, data.toString(), List.of("y"));
    String refused =
        assertThrows(
                CommandException.class,
                () -> DataSources.refuseOther(model, data.toString(), List.of("b")))
            .getMessage();
    assertTrue(refused.contains("already holds a model for target \"y\"; use --out "), refused);
    assertTrue(refused.endsWith(" to replace it, or another --out"), refused);
    String misspelt =
        assertThrows(
                InputException.class,
                () -> DataSources.refuseOther(model, data.toString(), List.of("yy")))
            .getMessage();
    assertTrue(misspelt.endsWith("got \"yy\"; did you mean y?"), misspelt);
  }

  @Test
  void aLevelThatNoTrainingRowHadIsFlagged() throws IOException {
    StringBuilder table = new StringBuilder("a,colour,y\n");
    for (int i = 0; i < 60; i++) {
      table
          .append(i % 7)
          .append(i % 2 == 0 ? ",red," : ",blue,")
          .append(i % 7 + i % 2)
          .append('\n');
    }
    Path model = folder.resolve("l.slrm");
    Cli.run("fit", file("l.csv", table), "-t", "y", "-m", "mean-lasso", "-o", model).done();
    Path rows = file("n.csv", "a,colour\n3,green\n3,red\n");
    List<String> lines = Cli.run("predict", model, rows).done().out().lines().toList();
    assertTrue(lines.get(1).contains(",true,unseen_level"), lines.toString());
    assertTrue(lines.get(2).endsWith(",true,"), lines.toString());
  }

  @Test
  void fewLabelsAreFittedQuicklyWithAWarningAndANote() throws IOException {
    Path data = rows("f.csv", 8, a -> 2 * a);
    Path model = folder.resolve("f.slrm");
    JsonNode json = json(Cli.run("fit", data, "--target", "y", "--out", model, "--json"));
    JsonNode few = warning(json, "few-labels").orElseThrow();
    assertEquals("y", few.get("column").asText());
    assertEquals(8, few.get("value").asInt());
    assertTrue(json.get("notes").toString().contains("--effort quick"), json.toString());
    for (JsonNode c : json.get("candidates")) {
      assertFalse(c.get("name").asText().matches("(?s).*(tree|kernel|neighbour).*"), c.toString());
    }
    JsonNode asked =
        json(Cli.run("fit", data, "--target", "y", "--out", model, "--json", "--effort", "normal"));
    assertFalse(asked.get("notes").toString().contains("--effort quick"), asked.toString());
  }

  @Test
  void twoOrThreeValuesOfANumberAreWarnedOfHoweverFewRowsThereAre() throws IOException {
    Path data = rows("v.csv", 20, a -> a > 0.5 ? 2 : a < -0.5 ? 0 : 1);
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
                folder.resolve("v.slrm"),
                "--json"));
    assertEquals(3, warning(json, "few-valued-target").orElseThrow().get("value").asInt());
  }

  @Test
  void threeValuesOfANumberAreFittedByLinearCandidatesUnlessAskedOtherwise() throws IOException {
    Path data = rows("w.csv", 60, a -> a > 0.5 ? 2 : a < -0.5 ? 0 : 1);
    Object[] fit = {"fit", data, "-t", "y", "-o", folder.resolve("w.slrm"), "--json"};
    JsonNode json = json(Cli.run(fit));
    assertTrue(json.get("notes").toString().contains("--effort quick"), json.toString());
    JsonNode asked =
        json(
            Cli.run(
                "fit",
                data,
                "-t",
                "y",
                "-o",
                folder.resolve("w.slrm"),
                "--json",
                "--effort",
                "normal"));
    assertFalse(asked.get("notes").toString().contains("--effort quick"), asked.toString());
    int few = json.get("candidates").size();
    assertTrue(few < asked.get("candidates").size(), few + " candidates: " + json);
  }

  @Test
  void aLeakThroughSeveralColumnsIsNamed() throws IOException {
    SplittableRandom random = new SplittableRandom(9);
    StringBuilder out = new StringBuilder("a,b,part1,part2,c,y\n");
    for (int i = 0; i < 150; i++) {
      double one = random.nextGaussian();
      double two = random.nextGaussian();
      out.append(random.nextGaussian()).append(',').append(random.nextGaussian()).append(',');
      out.append(one).append(',').append(two).append(',').append(random.nextGaussian());
      out.append(',').append(one + two + 1e-3 * random.nextGaussian()).append('\n');
    }
    Path data = file("leak.csv", out);
    Path page = folder.resolve("leak.html");
    Object[] words = {
      "fit", data, "-t", "y", "-m", "likelihood", "-o", folder.resolve("m.slrm"), "--report", page
    };
    Cli text = Cli.run(words).done();
    assertTrue(text.out().contains("Warning: leak-suspected: possible leak"), text.out());
    assertTrue(Files.readString(page).contains("leak-suspected"));
    Object[] all = java.util.Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    JsonNode leak = warning(json(Cli.run(all)), "leak-suspected").orElseThrow();
    String message = leak.get("message").asText();
    assertTrue(
        message.contains("--ignore part1,part2") || message.contains("part2,part1"), message);
    assertFalse(message.contains("\"c\""), message);
    assertTrue(leak.get("value").asDouble() > 0.995);
    JsonNode compared =
        json(Cli.run("compare", data, "-t", "y", "--methods", "auto", "--folds", 2, "--json"));
    assertTrue(warning(compared, "leak-suspected").isPresent(), compared.toString());
    assertTrue(warning(json(Cli.run("inspect", words[7], "--json")), "leak-suspected").isPresent());
    Path honest = rows("h.csv", 100, a -> a + random.nextGaussian());
    JsonNode none =
        json(
            Cli.run(
                "fit",
                honest,
                "-t",
                "y",
                "-m",
                "likelihood",
                "--json",
                "-o",
                folder.resolve("h.slrm")));
    assertTrue(warning(none, "leak-suspected").isEmpty(), none.toString());
  }

  @Test
  void classesWithoutErrorsAreSuspectedToo() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder out = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 300; i++) {
      int sign = random.nextBoolean() ? 1 : -1;
      out.append(sign * (3 + Math.abs(random.nextGaussian()))).append(',');
      out.append(random.nextGaussian()).append(sign > 0 ? ",yes\n" : ",no\n");
    }
    Path data = file("k.csv", out);
    Path model = folder.resolve("k.slrm");
    JsonNode json =
        json(Cli.run("fit", data, "-t", "y", "-m", "likelihood", "-o", model, "--json"));
    assertTrue(json.get("cv").get("explained").asDouble() > 0.98, json.get("cv").toString());
    JsonNode leak = warning(json, "leak-suspected").orElseThrow();
    assertTrue(leak.get("message").asText().contains("--ignore a"), leak.toString());
  }

  @Test
  void oneOddTokenInANumericColumnGivesACompleteCommand() throws IOException {
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i % 9 == 0 ? "." : String.valueOf(i)).append(',').append(i % 7).append(',');
      rows.append(i % 5 == 0 ? "NA" : String.valueOf(i * 3 % 11)).append('\n');
    }
    Path data = file("it's.csv", rows);
    Path model = folder.resolve("d.slrm");
    Cli refused = Cli.run("fit", data, "--target", "y", "--method", "pls", "--out", model);
    assertEquals(3, refused.code());
    String quoted = "'" + data.toString().replace("'", "'\\''") + "'";
    String proposed = "Try: slrm fit " + quoted + " --target y --method pls --out " + model;
    assertTrue(
        refused.err().lines().anyMatch(l -> l.startsWith(proposed) && l.contains(" --na ")),
        refused.err());
    assertTrue(refused.err().contains("--na .,NA") || refused.err().contains("--na NA,."));
    Cli.run("fit", data, "--target", "y", "--method", "pls", "--out", model, "--na", ".,NA").done();
  }

  @Test
  void repeatedNamesAreANoteOfTheJsonToo() throws IOException {
    StringBuilder rows = new StringBuilder("a,a,y\n");
    for (int i = 0; i < 40; i++) {
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 7 + i % 2).append('\n');
    }
    Path data = file("twice.csv", rows);
    Object[] words = {"fit", data, "-t", "y", "-m", "pls", "-o", folder.resolve("t.slrm")};
    assertTrue(Cli.run(words).done().out().contains("1 column repeats a name: column 2"));
    Object[] all = java.util.Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    assertTrue(json(Cli.run(all)).get("notes").toString().contains("column repeats a name"));
  }

  @Test
  void compareRunsSixMethodsOnTheScaleOfFitAndSaysHowFarItIs() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 120; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      rows.append(a).append(',').append(b).append(',');
      rows.append(Math.exp(1.5 * a + b + 0.2 * random.nextGaussian())).append('\n');
    }
    Path data = file("skewed.csv", rows);
    Cli run = Cli.run("compare", data, "-t", "y", "--folds", 2, "--json");
    JsonNode json = json(run);
    assertEquals(6, json.get("results").size());
    assertEquals("mse", json.get("results").get(0).get("scoreName").asText());
    assertTrue(run.err().contains("slrm: 1 of 6 methods done: auto, "), run.err());
    assertTrue(run.err().contains("slrm: 6 of 6 methods done: pls, "), run.err());
    Cli wrong = Cli.run("compare", data, "-t", "y", "--methods", "best");
    assertTrue(wrong.err().contains(", or all; got best"), wrong.err());
  }

  @Test
  void anUnknownCommandOrOptionSuggestsTheNearest() {
    Cli command = Cli.run("predikt", "m.slrm", "new.csv");
    assertEquals(2, command.code());
    assertTrue(command.err().contains("Did you mean predict?"), command.err());
    String near = Cli.run("pedict").err();
    assertEquals(1, near.lines().filter(line -> line.contains("Did you mean")).count(), near);
    assertTrue(near.contains("Did you mean predict?"), near);
    assertFalse(Cli.run("xyzzy").err().contains("Did you mean"));
    Cli topic = Cli.run("help", "valdation");
    assertEquals(2, topic.code());
    assertTrue(
        topic
            .err()
            .contains(
                "unknown topic or command 'valdation'. Did you mean validation? Topics: missing, "),
        topic.err());
    assertTrue(topic.err().contains("; commands: fit, predict, "), topic.err());
    Cli option = Cli.run("fit", "data.csv", "--taget", "y");
    assertEquals(2, option.code());
    assertTrue(
        option.err().contains("Unknown option '--taget'. Did you mean --target?"), option.err());
    assertFalse(option.err().contains("'y'"), "the value is no unknown option");
  }

  @Test
  void explanationsAndSuggestionsAreBoundedByTheColumns() throws IOException {
    StringBuilder rows = new StringBuilder("colour,b,y\n");
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 90; i++) {
      rows.append(List.of("red", "green", "blue").get(i % 3)).append(',');
      rows.append(random.nextGaussian()).append(',').append(i % 3 + random.nextGaussian());
      rows.append('\n');
    }
    Path model = folder.resolve("e.slrm");
    Path data = file("e.csv", rows);
    Cli.run("fit", data, "-t", "y", "-m", "likelihood", "-o", model).done();
    Path one = file("one.csv", "colour,b\nred,1\nblue,\n");
    String[] lines =
        Cli.run("predict", model, one, "--explain", 50, "--suggest", 50).done().out().split("\n");
    List<String> header = List.of(lines[0].split(","));
    assertTrue(header.contains("feature_2") && !header.contains("feature_3"), lines[0]);
    assertTrue(header.contains("measure_2") && !header.contains("measure_3"), lines[0]);
    List<String> cells = List.of(lines[1].split(",", -1));
    assertEquals("2", cells.get(header.indexOf("observed")), "columns, not indicators");
    double sum = Double.parseDouble(cells.get(header.indexOf("baseline")));
    for (int k = 1; k <= 2; k++) {
      assertTrue(
          List.of("colour", "b").contains(cells.get(header.indexOf("feature_" + k))), lines[1]);
      sum += Double.parseDouble(cells.get(header.indexOf("contribution_" + k)));
    }
    assertEquals(Double.parseDouble(cells.get(header.indexOf("prediction"))), sum, 1e-9);
    String share = lines[2].split(",", -1)[header.indexOf("variance_reduction_1")];
    assertTrue(Double.parseDouble(share) > 0 && Double.parseDouble(share) <= 1, lines[2]);
  }
}
