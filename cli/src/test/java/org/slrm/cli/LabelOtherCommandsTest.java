package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that are not plain numbers, through compare, inspect, stream, transduce and impute. */
@Tag("slow")
class LabelOtherCommandsTest {
  @TempDir static Path folder;
  private static Path yes;
  private static Path counts;
  private static Path model;

  @BeforeAll
  static void fitOnce() throws IOException {
    yes = Labelled.table(folder.resolve("yes.csv"), 160, 1, Labelled::yes);
    counts = Labelled.table(folder.resolve("counts.csv"), 160, 3, Labelled::count);
    model = folder.resolve("yes.slrm");
    fit(model, yes);
  }

  private static void fit(Path out, Path data, Object... more) {
    Object[] words = {"fit", data, "--target", "y", "--out", out, "--method", "likelihood"};
    Object[] all = java.util.Arrays.copyOf(words, words.length + 2 + more.length);
    all[words.length] = "--rank";
    all[words.length + 1] = "2";
    System.arraycopy(more, 0, all, words.length + 2, more.length);
    Cli.run(all).done();
  }

  private static JsonNode json(Cli cli) throws IOException {
    return new ObjectMapper().readTree(cli.done().out());
  }

  private static Cli stream(Path input, Object... args) throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(input)));
    try {
      Object[] all = new Object[args.length + 1];
      all[0] = "stream";
      System.arraycopy(args, 0, all, 1, args.length);
      return Cli.run(all);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void compareRanksClassesByLogLossAndNamesTheLogisticLasso() throws IOException {
    String methods = "likelihood,mean-lasso,transduction";
    Path page = folder.resolve("compare.html");
    Object[] words = {"compare", yes, "--target", "y", "--methods", methods, "--folds", "3"};
    Cli text = Cli.run(join(words, "--report", page)).done();
    for (String word :
        List.of("log loss", "AUC", "mean-lasso (logistic)", "logistic lasso", "Lowest log loss")) {
      assertTrue(text.out().contains(word), word + " in " + text.out());
    }
    assertTrue(text.out().contains("failed: it completes plain numbers"), text.out());
    assertFalse(text.out().contains("R²"), text.out());
    String html = Files.readString(page);
    assertTrue(html.contains("has the smallest log loss"), "the verdict is by log loss");
    assertFalse(html.contains("Typical error"), "no root of a squared error of class numbers");
    JsonNode results = json(Cli.run(join(words, "--json"))).get("results");
    double before = 0;
    for (JsonNode r : results) {
      if (!r.has("failure")) {
        assertEquals("logLoss", r.get("scoreName").asText());
        assertTrue(r.get("mse").isNull());
        assertTrue(r.get("score").asDouble() >= before, "best first");
        before = r.get("score").asDouble();
      }
    }
  }

  private static Object[] join(Object[] words, Object... more) {
    Object[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  @Test
  void aMethodThatCannotBeComparedIsRefusedUnderTheNameOfTheOption() {
    Cli wrong = Cli.run("compare", yes, "--target", "y", "--methods", "mean-lasso,ridge");
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("--methods must be one or more of auto, "), wrong.err());
    assertTrue(wrong.err().contains("transduction, or all; got ridge"), wrong.err());
  }

  @Test
  void compareEvaluatesCountsByTheDevianceOfTheFit() throws IOException {
    Object[] words = {"compare", counts, "--target", "y", "--methods", "likelihood"};
    JsonNode r = json(Cli.run(join(words, "--label", "counts", "--json"))).get("results").get(0);
    assertEquals("deviance", r.get("scoreName").asText());
    assertTrue(r.get("explained").asDouble() > 0.3, r.toString());
    assertTrue(r.get("mse").asDouble() > 0);
    String text = Cli.run(join(words, "--label", "counts")).done().out();
    assertTrue(text.contains("deviance"), text);
  }

  @Test
  void inspectTellsKindClassesAndHowProbabilitiesArePutRight() throws IOException {
    String text = Cli.run("inspect", model).done().out();
    for (String word :
        List.of("2 classes", "no, yes", "\nlog-odds ", "calibrated", "log loss", "90 % set")) {
      assertTrue(text.contains(word), word + " in " + text);
    }
    assertTrue(text.contains("log-odds of yes"), text);
    JsonNode target = json(Cli.run("inspect", model, "--json")).get("targets").get("y");
    assertEquals("classes", target.get("label").asText());
    assertEquals("[\"no\",\"yes\"]", target.get("levels").toString());
    assertFalse(target.has("intervalFactor90"));
    Path of = folder.resolve("counts.slrm");
    fit(of, counts, "--label", "counts");
    assertTrue(Cli.run("inspect", of).done().out().contains("variance is"));
  }

  @Test
  void aStreamOfWordsPointsToClassesAndAModel() throws IOException {
    Path words = Labelled.table(folder.resolve("words.csv"), 30, 2, Labelled::yes);
    Cli refused = stream(words, "--target", "y", "--learn", "--rank", "2");
    assertEquals(3, refused.code());
    assertTrue(
        refused.err().contains("classes need a --model fitted with --label classes"),
        refused.err());
  }

  @Test
  void kindsOfLabelsAreListedAsTheyAreWritten() {
    Cli wrong = Cli.run("fit", yes, "--target", "y", "--label", "klasses");
    assertEquals(2, wrong.code());
    assertTrue(
        wrong.err().contains("one of auto, numeric, robust, classes, counts, positive"),
        wrong.err());
  }

  @Test
  void labelsOfTextThatMustBeNumbersPointToClassesAlone() throws IOException {
    String rows = "a,y\n1,red\n2,green\n3,blue\n4,red\n5,green\n6,blue\n";
    Path words = Files.writeString(folder.resolve("red.csv"), rows);
    Cli wrong = Cli.run("fit", words, "--target", "y", "--label", "counts");
    assertEquals(3, wrong.code());
    assertTrue(wrong.err().contains("--label classes"), wrong.err());
    assertFalse(wrong.err().contains("--na"), wrong.err());
  }

  @Test
  void aStreamTellsLevelsThatItsModelHasNotSeen() throws IOException {
    StringBuilder rows = new StringBuilder("a,colour,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i * 37 % 60 / 7.0).append(i % 2 == 0 ? ",red," : ",blue,").append(i % 7);
      rows.append('\n');
    }
    Path data = Files.writeString(folder.resolve("colours.csv"), rows);
    Path fitted = folder.resolve("colours.slrm");
    fit(fitted, data);
    Path other = Files.writeString(folder.resolve("other.csv"), "a,colour\n1,green\n2,red\n");
    String told = stream(other, "--model", fitted).done().err();
    assertTrue(told.contains("unseen-levels") && told.contains("\"green\" × 1"), told);
    String once = Cli.run("predict", fitted, other).done().err();
    assertEquals(1, once.lines().filter(l -> l.contains("green")).count(), once);
  }

  @Test
  void aStreamPredictsClassesByItsModelAndGoesOnLearning() throws IOException {
    assertEquals(
        Cli.run("predict", model, yes).done().out(), stream(yes, "--model", model).done().out());
    Path saved = folder.resolve("checkpoint.slrm");
    Cli learned =
        stream(yes, "--model", model, "--learn", "--warm-up", 60, "--checkpoint", saved).done();
    assertTrue(learned.out().startsWith("row,target,prediction,probability,set"), learned.out());
    Cli later = stream(yes, "--model", saved, "--learn").done();
    List<String> last = List.of(later.out().lines().skip(160).findFirst().orElseThrow().split(","));
    assertEquals("320", last.get(0), "a checkpoint goes on with its numbers");
    assertTrue(List.of("yes", "no").contains(last.get(2)));
  }

  @Test
  void aStreamNamesClassesThatItsModelDoesNotKnow() throws IOException {
    Path later = folder.resolve("maybe.csv");
    Files.writeString(later, Files.readString(yes).replaceFirst("yes\n", "maybe\n"));
    Cli learned = stream(later, "--model", model, "--learn").done();
    assertTrue(learned.err().contains("\"maybe\" × 1; begin with a --model"), learned.err());
    assertEquals(161, learned.out().lines().count());
    assertEquals("", stream(later, "--model", model).done().err());
  }

  @Test
  void aStreamWithoutAModelTakesCountsButNoClasses() throws IOException {
    Object[] learn = {"--target", "y", "--learn", "--warm-up", 60, "--rank", 2};
    Cli count = stream(counts, join(learn, "--label", "counts")).done();
    assertTrue(count.out().startsWith("row,target,prediction,standard_error,lower,upper,median"));
    Cli classes = stream(counts, join(learn, "--label", "classes"));
    assertEquals(2, classes.code());
    assertTrue(classes.err().contains("needs a --model"), classes.err());
    Cli both = stream(counts, "--model", model, "--label", "counts");
    assertEquals(2, both.code());
    Path negative = folder.resolve("negative.csv");
    Files.writeString(negative, Files.readString(counts).replaceFirst(",\\d+\n", ",-3\n"));
    Cli bad = stream(negative, join(learn, "--label", "counts"));
    assertEquals(3, bad.code());
    assertTrue(bad.err().contains("a count must not be negative"), bad.err());
    assertTrue(bad.err().contains("row 1"), bad.err());
  }

  @Test
  void transductionOfClassesIsRefusedInWords() {
    Cli refused = Cli.run("transduce", yes, "--target", "y");
    assertEquals(3, refused.code());
    assertTrue(refused.err().contains("must be a number to be completed"), refused.err());
    assertTrue(refused.err().contains("--label numeric"), refused.err());
    assertFalse(refused.err().contains("\tat "), refused.err());
  }

  @Test
  void imputeLeavesClassesAsTheyAre() {
    String out = Cli.run("impute", model, yes).done().out();
    assertTrue(out.lines().skip(1).allMatch(l -> l.endsWith(",yes") || l.endsWith(",no")), out);
  }

  @Test
  void labelsOfEveryKindAreDrawnAndCanBeFitted() throws IOException {
    for (String kind : List.of("numeric", "robust", "classes", "counts", "positive")) {
      Path data = folder.resolve("drawn-" + kind + ".csv");
      Object[] draw = {"simulate", "--rows", "120", "--features", "6", "--rank", "2"};
      Object[] how = {"--nonzeros", "1", "--noise-x", "0.2", "--digits", "3", "--label", kind};
      Cli.run(join(join(draw, how), "--out", data)).done();
      Path again = folder.resolve("again.csv");
      Cli.run(join(join(draw, how), "--out", again)).done();
      assertEquals(Files.readString(data), Files.readString(again), "same seed, same bytes");
      fit(folder.resolve("drawn.slrm"), data, "--label", kind);
      String label =
          json(Cli.run("inspect", folder.resolve("drawn.slrm"), "--json"))
              .get("targets")
              .get("y")
              .get("label")
              .asText();
      assertEquals(kind, label);
    }
    Cli one = Cli.run("simulate", "--label", "classes", "--classes", "yes");
    assertEquals(2, one.code());
    assertTrue(one.err().contains("--classes must be two names"), one.err());
  }

  @Test
  void theTruthOfNumbersIsNotAskedAboutClasses() throws IOException {
    Path truth = folder.resolve("truth.json");
    Path data = folder.resolve("true.csv");
    Object[] draw = {"simulate", "--rows", "120", "--features", "6", "--rank", "2"};
    Cli.run(
            join(
                draw,
                "--nonzeros",
                "1",
                "--noise-x",
                "0.2",
                "--label",
                "classes",
                "--out",
                data,
                "--truth",
                truth))
        .done();
    Path of = folder.resolve("true.slrm");
    fit(of, data);
    Cli asked = Cli.run("evaluate", of, data, "--truth", truth);
    assertEquals(2, asked.code());
    assertTrue(asked.err().contains("--truth bounds the error of numbers"), asked.err());
  }

  @Test
  void theExampleOfMachinesIsPredictedBetterThanByItsShares() throws IOException {
    Path train = Path.of("../examples/machines.csv");
    Path out = folder.resolve("machines.slrm");
    Object[] words = {"fit", train, "--target", "failed", "--method", "likelihood", "--rank", "4"};
    Cli.run(join(words, "--out", out)).done();
    JsonNode scores =
        json(Cli.run("evaluate", out, Path.of("../examples/machines-test.csv"), "--json"));
    assertEquals(400, scores.get("rows").asInt());
    assertTrue(scores.get("auc").asDouble() > 0.8, scores.toString());
    assertTrue(scores.get("setCoverage").asDouble() > 0.8, scores.toString());
  }
}
