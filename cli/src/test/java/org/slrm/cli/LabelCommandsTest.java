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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that are not plain numbers, through fit, predict and evaluate. */
@Tag("slow")
class LabelCommandsTest {
  @TempDir static Path folder;
  private static Path yes;
  private static Path yesModel;
  private static Path three;
  private static Path threeModel;
  private static Path counts;
  private static Path countsModel;

  @BeforeAll
  static void fitOnce() throws IOException {
    yes = Labelled.table(folder.resolve("yes.csv"), 240, 1, Labelled::yes);
    yesModel = fit("yes.slrm", yes);
    three = Labelled.table(folder.resolve("three.csv"), 300, 2, Labelled::three);
    threeModel = fit("three.slrm", three);
    counts = Labelled.table(folder.resolve("counts.csv"), 240, 3, Labelled::count);
    countsModel = fit("counts.slrm", counts, "--label", "counts");
  }

  private static Object[] words(Path out, Path data, Object... more) {
    List<Object> all = new ArrayList<>(List.of("fit", data, "--target", "y", "--out", out));
    all.addAll(List.of("--method", "likelihood", "--rank", "2"));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private static Path fit(String name, Path data, Object... more) {
    Path out = folder.resolve(name);
    Cli.run(words(out, data, more)).done();
    return out;
  }

  private static JsonNode json(Object... command) throws IOException {
    return new ObjectMapper().readTree(Cli.run(command).done().out());
  }

  private static List<String> keys(JsonNode node) {
    List<String> out = new ArrayList<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  /** Lines of CSV as fields. */
  private static List<List<String>> rows(Object... command) {
    return Cli.run(command)
        .done()
        .out()
        .lines()
        .map(line -> Arrays.asList(line.split(",", -1)))
        .toList();
  }

  @Test
  void fitSaysHowGoodProbabilitiesAreAndWhatTheTargetWasTakenFor() {
    Cli fit = Cli.run(words(folder.resolve("said.slrm"), yes)).done();
    for (String word :
        List.of(
            "log loss",
            "baseline",
            "explained",
            "accuracy",
            "if every row is predicted as no",
            "AUC")) {
      assertTrue(fit.out().contains(word), word + " in " + fit.out());
    }
    assertTrue(fit.out().contains("y holds no and yes, so it was taken as two classes"));
    assertFalse(fit.out().contains("R²"), fit.out());
  }

  @Test
  void fitHasTheLabelsScoreUnderScoreAndNoSquaredErrorOfClasses() throws IOException {
    JsonNode cv = json(words(folder.resolve("j.slrm"), yes, "--json")).get("cv");
    assertEquals("logLoss", cv.get("scoreName").asText());
    assertTrue(cv.get("mse").isNull());
    assertTrue(cv.get("explained").asDouble() > 0.3);
    JsonNode count = json(words(folder.resolve("j.slrm"), counts, "--json", "--label", "counts"));
    assertEquals("deviance", count.get("cv").get("scoreName").asText());
    assertTrue(count.get("cv").get("mse").asDouble() > 0);
  }

  @Test
  void candidatesOfClassesHaveAScoreAndThoseOfNumbersTheirSquaredErrorToo() throws IOException {
    Path out = folder.resolve("c.slrm");
    Object[] lasso = {"fit", yes, "--target", "y", "--method", "mean-lasso", "--out", out};
    Object[] more = {"--json", "--label", "numeric"};
    JsonNode classes = json(joined(lasso, "--json")).get("candidates").get(0);
    assertTrue(classes.get("score").asDouble() > 0);
    assertFalse(classes.has("mse"));
    JsonNode numbers = json(joined(lasso, more)).get("candidates").get(0);
    assertEquals(numbers.get("score"), numbers.get("mse"));
    assertTrue(Cli.run(lasso).done().out().contains("log loss"));
  }

  private static Object[] joined(Object[] a, Object... b) {
    List<Object> all = new ArrayList<>(Arrays.asList(a));
    all.addAll(Arrays.asList(b));
    return all.toArray();
  }

  @Test
  void twoNumbersAreTwoClassesUnlessTheyAreSaidToBeNumbers() throws IOException {
    Path zero = Labelled.table(folder.resolve("zero.csv"), 200, 4, h -> h > 0 ? "1" : "0");
    Path out = folder.resolve("zero.slrm");
    String text = Cli.run(words(out, zero)).done().out();
    assertTrue(
        text.contains(
            "y has two values, so it was taken as two classes; --label numeric fits them as numbers"),
        text);
    JsonNode numbers = json(words(out, zero, "--label", "numeric", "--json"));
    assertEquals("mse", numbers.get("cv").get("scoreName").asText());
    assertEquals(
        List.of("row", "target", "prediction", "standard_error"),
        rows("predict", out, zero).get(0).subList(0, 4));
  }

  @Test
  void smallWholeNumbersAreSuggestedAsCounts() throws IOException {
    String note = "--label counts fits counts";
    Path out = folder.resolve("hint.slrm");
    assertTrue(Cli.run(words(out, counts)).done().out().contains(note));
    assertTrue(json(words(out, counts, "--json")).get("notes").toString().contains(note));
    assertFalse(Cli.run(words(out, counts, "--label", "counts")).done().out().contains(note));
    assertFalse(Cli.run(words(out, counts, "--label", "numeric")).done().out().contains(note));
  }

  @Test
  void aClassSeenOnceIsFittedAndSaid() throws IOException {
    Path once = folder.resolve("once.csv");
    Files.writeString(once, Files.readString(yes).stripTrailing().replaceFirst("(yes|no)$", "huh"));
    Cli fit = Cli.run(words(folder.resolve("once.slrm"), once)).done();
    assertTrue(fit.out().contains("one row only"), fit.out());
    assertTrue(fit.out().contains("huh"), fit.out());
    Cli half = Cli.run(words(folder.resolve("once.slrm"), once, "--validation", "0.5"));
    assertEquals(0, half.code(), half.err());
  }

  @Test
  void predictWritesClassProbabilitySetAndOneColumnPerLevel() {
    List<List<String>> rows = rows("predict", yesModel, yes);
    assertEquals(
        List.of(
            "row",
            "target",
            "prediction",
            "probability",
            "set",
            "observed",
            "answered",
            "flags",
            "p:no",
            "p:yes"),
        rows.get(0));
    assertEquals(241, rows.size());
    for (List<String> row : rows.subList(1, rows.size())) {
      double no = Double.parseDouble(row.get(8));
      double yes = Double.parseDouble(row.get(9));
      assertEquals(1, no + yes, 1e-12);
      assertEquals(yes > no ? "yes" : "no", row.get(2));
      assertEquals(Math.max(yes, no), Double.parseDouble(row.get(3)));
      assertTrue(List.of("", "no", "yes", "no|yes").contains(row.get(4)), row.get(4));
    }
  }

  @Test
  void setsGrowWithTheCoverageAskedFor() {
    double small = sizes(rows("predict", threeModel, three, "--interval", "0.6"));
    double large = sizes(rows("predict", threeModel, three, "--interval", "0.99"));
    assertTrue(small < large, small + " " + large);
  }

  private static double sizes(List<List<String>> rows) {
    return rows.stream().skip(1).mapToInt(r -> r.get(4).split("\\|").length).sum();
  }

  @Test
  void whatIsCostlyToMissIsPredictedMoreOften() {
    long plain = count(rows("predict", yesModel, yes), "yes");
    List<List<String>> costly = rows("predict", yesModel, yes, "--cost", "yes=9");
    assertTrue(count(costly, "yes") > plain);
    for (List<String> row : costly.subList(1, costly.size())) {
      double p = Double.parseDouble(row.get(9));
      assertEquals(9 * p > 1 - p ? "yes" : "no", row.get(2), "a threshold of one in ten");
    }
    Cli unknown = Cli.run("predict", yesModel, yes, "--cost", "perhaps=2");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("perhaps"), unknown.err());
    assertTrue(unknown.err().contains("no, yes"), unknown.err());
  }

  private static long count(List<List<String>> rows, String level) {
    return rows.stream().skip(1).filter(r -> r.get(2).equals(level)).count();
  }

  @Test
  void contributionsAddUpToTheLogOddsOfThePredictedClass() {
    for (String cost : List.of("low=1", "low=50")) {
      List<List<String>> rows =
          rows("predict", threeModel, three, "--explain", "6", "--cost", cost);
      List<String> header = rows.get(0);
      int from = header.indexOf("baseline");
      assertEquals(
          List.of(
              "baseline", "feature_1", "contribution_1", "probability_contribution_1", "feature_2"),
          header.subList(from, from + 5));
      for (List<String> row : rows.subList(1, 40)) {
        double sum = Double.parseDouble(row.get(from));
        for (int k = 0; k < 6; k++) {
          String part = row.get(from + 2 + 3 * k);
          sum += part.isEmpty() ? 0 : Double.parseDouble(part);
        }
        // Log-odds are exact up to one in a thousand million.
        double p = Math.max(1e-9, Math.min(1 - 1e-9, Double.parseDouble(row.get(3))));
        assertEquals(Math.log(p / (1 - p)), sum, 1e-6);
      }
    }
  }

  @Test
  void suggestionsOfClassesLowerTheLogLoss() {
    List<List<String>> rows = rows("predict", yesModel, yes, "--suggest", "1");
    int at = rows.get(0).indexOf("log_loss_reduction_1");
    assertTrue(at > 0);
    assertFalse(rows.get(0).contains("variance_reduction_1"));
    assertTrue(
        rows.stream()
            .skip(1)
            .filter(r -> !r.get(at).isEmpty())
            .allMatch(r -> Double.parseDouble(r.get(at)) > 0));
  }

  @Test
  void countsAndAmountsHaveAMedianBesideTheMean() throws IOException {
    List<List<String>> rows = rows("predict", countsModel, counts);
    assertEquals(
        List.of(
            "row",
            "target",
            "prediction",
            "standard_error",
            "lower",
            "upper",
            "median",
            "observed",
            "answered",
            "flags"),
        rows.get(0));
    for (List<String> row : rows.subList(1, rows.size())) {
      double median = Double.parseDouble(row.get(6));
      assertEquals(Math.rint(median), median);
      assertTrue(
          Double.parseDouble(row.get(4)) <= median && median <= Double.parseDouble(row.get(5)));
    }
    Path amounts = Labelled.table(folder.resolve("amounts.csv"), 200, 5, Labelled::amount);
    Path model = fit("amounts.slrm", amounts, "--label", "positive");
    for (List<String> row : rows("predict", model, amounts).subList(1, 50)) {
      assertTrue(Double.parseDouble(row.get(6)) < Double.parseDouble(row.get(2)));
      assertTrue(Double.parseDouble(row.get(4)) > 0);
    }
  }

  @Test
  void targetsOfSeveralKindsShareATableWithEmptyFieldsWhereTheyDoNotApply() throws IOException {
    Path data =
        Labelled.table(
            folder.resolve("both.csv"),
            200,
            6,
            List.of("y", "z"),
            List.of(Labelled::three, Labelled::count));
    Path out = folder.resolve("both.slrm");
    Object[] fit = {"fit", data, "--target", "y,z", "--label", "classes,counts", "--out", out};
    String text = Cli.run(joined(fit, "--method", "likelihood", "--rank", "2")).done().out();
    assertTrue(text.contains("3 classes"), text);
    assertTrue(text.contains("counts"), text);
    List<List<String>> rows = rows("predict", out, data, "--suggest", "1", "--explain", "1");
    assertEquals(
        List.of(
            "row",
            "target",
            "prediction",
            "probability",
            "set",
            "standard_error",
            "lower",
            "upper",
            "median",
            "observed",
            "answered",
            "flags",
            "p:high",
            "p:low",
            "p:mid"),
        rows.get(0).subList(0, 15));
    List<String> y = rows.get(1);
    List<String> z = rows.get(2);
    assertEquals(List.of("", "", "", ""), y.subList(5, 9));
    assertEquals(List.of("", ""), z.subList(3, 5));
    assertEquals(List.of("", "", "", ""), z.subList(11, 15));
    JsonNode scores = json("evaluate", out, data, "--json");
    assertEquals("logLoss", scores.get("y").get("scoreName").asText());
    assertEquals("deviance", scores.get("z").get("scoreName").asText());
  }

  @Test
  void evaluatePrintsTheKeysOfEachKind() throws IOException {
    JsonNode classes = json("evaluate", yesModel, yes, "--json");
    assertEquals(
        List.of(
            "rows",
            "logLoss",
            "brier",
            "auc",
            "accuracy",
            "balancedAccuracy",
            "setCoverage",
            "calibrationError",
            "answered",
            "perClass",
            "confusion",
            "setSize",
            "score",
            "scoreName",
            "explained",
            "warnings"),
        keys(classes));
    JsonNode yesClass = classes.get("perClass").get("yes");
    assertEquals(
        List.of("rows", "recall", "precision", "auc", "setCoverage", "calibration", "curve"),
        keys(yesClass));
    JsonNode curve = yesClass.get("curve");
    assertEquals(51, curve.size());
    assertEquals(List.of("threshold", "recall", "falseAlarms", "precision"), keys(curve.get(0)));
    assertEquals(1, curve.get(50).get("recall").asDouble());
    assertEquals(1, curve.get(50).get("falseAlarms").asDouble());
    double rows = 0;
    for (JsonNode bin : yesClass.get("calibration")) {
      rows += bin.get("rows").asDouble();
    }
    assertEquals(240, rows);
    assertTrue(classes.get("setCoverage").asDouble() > 0.8);
    assertTrue(classes.get("auc").asDouble() > 0.8);
    assertEquals(240, sum(classes.get("confusion")));
    JsonNode count = json("evaluate", countsModel, counts, "--json");
    assertEquals(
        List.of(
            "rows",
            "deviance",
            "devianceExplained",
            "mse",
            "rmse",
            "mae",
            "r2",
            "coverage",
            "answered",
            "score",
            "scoreName",
            "explained",
            "warnings"),
        keys(count));
    assertTrue(count.get("devianceExplained").asDouble() > 0.4);
  }

  private static int sum(JsonNode confusion) {
    int out = 0;
    for (JsonNode row : confusion) {
      for (JsonNode n : row) {
        out += n.asInt();
      }
    }
    return out;
  }

  @Test
  void evaluateSaysWhatFitsTheLabel() {
    String classes = Cli.run("evaluate", threeModel, three).done().out();
    for (String word : List.of("log loss", "AUC", "Brier", "balanced", "predicted mid", "sets")) {
      assertTrue(classes.contains(word), classes);
    }
    assertFalse(classes.contains("rmse"), classes);
    String count = Cli.run("evaluate", countsModel, counts).done().out();
    assertTrue(count.contains("deviance"), count);
  }

  @Test
  void aClassTheModelDoesNotKnowIsLeftOutAndSaid() throws IOException {
    Path later = folder.resolve("later.csv");
    List<String> lines = Files.readAllLines(yes);
    lines.set(1, lines.get(1).replaceFirst("[a-z]+$", "maybe"));
    Files.write(later, lines);
    Cli evaluated = Cli.run("evaluate", yesModel, later, "--json").done();
    assertEquals(239, new ObjectMapper().readTree(evaluated.out()).get("rows").asInt());
    assertTrue(
        evaluated.err().contains("classes that training rows did not have"), evaluated.err());
    assertTrue(evaluated.err().contains("\"maybe\" × 1"), evaluated.err());
    Cli strict = Cli.run("evaluate", yesModel, later, "--mode", "strict");
    assertEquals(3, strict.code());
    assertTrue(strict.err().contains("line 2"), strict.err());
    Files.write(later, List.of(lines.get(0), lines.get(1)));
    Cli none = Cli.run("evaluate", yesModel, later);
    assertEquals(3, none.code());
    assertTrue(none.err().contains("\"maybe\" × 1"), none.err());
    assertTrue(none.err().contains("must have a label of the training data"), none.err());
  }

  @Test
  void evaluateRefusesWhatIsNoLabelOfItsKindAndPredictDoesNotLook() throws IOException {
    Path later = folder.resolve("later-counts.csv");
    List<String> lines = Files.readAllLines(counts);
    String second = lines.get(2).replaceFirst("[^,]*$", "");
    for (String[] bad : new String[][] {{"-3", "must not be negative"}, {"2.5", "whole number"}}) {
      lines.set(2, second + bad[0]);
      Files.write(later, lines);
      Cli refused = Cli.run("evaluate", countsModel, later, "--json");
      assertEquals(3, refused.code());
      assertEquals("", refused.out());
      for (String word : List.of("later-counts.csv, line 3, column \"y\"", bad[0], bad[1])) {
        assertTrue(refused.err().contains(word), refused.err());
      }
      Cli.run("predict", countsModel, later).done();
    }
  }

  @Test
  void kindsOfTargetsNamedInAnotherOrderThanTheirColumnsAreRefused() {
    Path out = folder.resolve("order.slrm");
    Object[] fit = {"fit", yes, "--out", out, "--label", "classes,numeric", "--target"};
    Cli refused = Cli.run(joined(fit, "y,x1"));
    assertEquals(2, refused.code(), refused.err());
    assertTrue(refused.err().contains("order of their columns"), refused.err());
    assertTrue(refused.err().contains("x1, y; got y, x1"), refused.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void candidatesOfRobustLabelsAreEvaluatedByALossThatIsNotTheirAbsoluteError() throws IOException {
    Path amounts = Labelled.table(folder.resolve("a.csv"), 120, 4, Labelled::amount);
    String lasso =
        Cli.run(
                "fit",
                amounts,
                "--target",
                "y",
                "--label",
                "robust",
                "--method",
                "mean-lasso",
                "--out",
                folder.resolve("r.slrm"))
            .done()
            .out();
    assertTrue(lasso.lines().anyMatch(l -> l.matches(" *candidate .*robust loss.*")), lasso);
    assertFalse(lasso.lines().anyMatch(l -> l.matches(" *candidate .*absolute.*")), lasso);
  }

  @Test
  void classWeightsMoveProbabilitiesTowardsTheRareClass() throws IOException {
    Path balanced = fit("balanced.slrm", yes, "--class-weights", "balanced");
    Path same = fit("same.slrm", yes, "--class-weights", "yes=1,no=1");
    Path heavy = fit("heavy.slrm", yes, "--class-weights", "yes=4");
    assertTrue(share(balanced) > share(yesModel));
    assertTrue(share(heavy) > share(yesModel));
    assertEquals(share(yesModel), share(same), 1e-6);
    JsonNode notes =
        json(words(folder.resolve("n.slrm"), yes, "--class-weights", "yes=4", "--json"))
            .get("notes");
    assertTrue(notes.toString().contains("weighted table"), notes.toString());
    Cli unknown = Cli.run(words(folder.resolve("n.slrm"), yes, "--class-weights", "huh=2"));
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("no, yes; got huh"), unknown.err());
  }

  private static double share(Path model) {
    return rows("predict", model, yes).stream()
        .skip(1)
        .mapToDouble(r -> Double.parseDouble(r.get(9)))
        .average()
        .orElseThrow();
  }

  @Test
  void classesCanBeFittedByPasses() throws IOException {
    Path out = folder.resolve("passes.slrm");
    Object[] fit = {"fit", three, "--target", "y", "--stream", "--cache", "none", "--rank", "2"};
    JsonNode cv = json(joined(fit, "--out", out, "--json")).get("cv");
    assertEquals("logLoss", cv.get("scoreName").asText());
    assertTrue(json("evaluate", out, three, "--json").get("auc").asDouble() > 0.8);
  }
}
