package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits by time and group, and rows held out, from the command line. */
class SplitCommandsTest {
  private static final int ROWS = 240;

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder out = new StringBuilder("day,hour,site,a,b,y\n");
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = 2 * a - b + 0.3 * random.nextGaussian();
      int day = 1 + i / 12;
      out.append(String.format(Locale.ROOT, "%02d/03/2024,%02d.00.00,", day, i % 12));
      out.append(String.format(Locale.ROOT, "s%d,%.4f,%.4f,%.4f%n", i % 8, a, b, y));
    }
    data = Files.writeString(folder.resolve("visits.csv"), out);
    model = folder.resolve("m.slrm");
  }

  private Cli fit(Object... more) {
    Object[] base = {"fit", data, "--target", "y", "--method", "mean-lasso", "--out", model};
    Object[] all = new Object[base.length + more.length];
    System.arraycopy(base, 0, all, 0, base.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return Cli.run(all);
  }

  private JsonNode json(Object... more) throws IOException {
    return new ObjectMapper().readTree(fit(more).done().out());
  }

  @Test
  void columnsToSplitByAreNoFeaturesUnlessAskedFor() throws IOException {
    JsonNode apart = json("--time", "day,hour", "--ignore", "site", "--json");
    assertEquals(2, apart.get("features").asInt());
    assertTrue(apart.get("notes").toString().contains("--split-features"));
    assertEquals(
        4,
        json("--time", "day,hour", "--split-features", "--ignore", "site", "--json")
            .get("features")
            .asInt());
    assertEquals(
        2, json("--group", "site", "--ignore", "day,hour", "--json").get("features").asInt());
  }

  @Test
  void theModelRemembersHowItsRowsWereSplit() {
    fit("--time", "day,hour").done();
    String inside = Cli.run("inspect", model, "--json").done().out();
    assertTrue(inside.contains("by time"), inside);
    assertTrue(inside.contains("day,hour"), inside);
  }

  @Test
  void rowsHeldOutAreTheLatestWithTime() throws IOException {
    JsonNode found = json("--time", "day,hour", "--holdout", "0.25", "--json");
    assertEquals(180, found.get("rows").asInt());
    JsonNode held = found.get("holdout");
    assertEquals(60, held.get("rows").asInt());
    assertTrue(held.get("r2").asDouble() > 0.9);
    assertTrue(held.get("standardError").asDouble() > 0);
    assertTrue(held.get("coverage").asDouble() > 0.7);
    assertEquals(found.get("cv").get("scoreName"), held.get("scoreName"));
  }

  @Test
  void withTimeTheErrorOfEachBlockIsPrinted() throws IOException {
    JsonNode cv = json("--time", "day,hour", "--folds", "4", "--json").get("cv");
    assertEquals(4, cv.get("blocks").size());
    double sum = 0;
    int rows = 0;
    for (JsonNode block : cv.get("blocks")) {
      sum += block.get("rows").asInt() * block.get("score").asDouble();
      rows += block.get("rows").asInt();
    }
    assertEquals(cv.get("mse").asDouble(), sum / rows, 1e-9);
    Path page = folder.resolve("r.html");
    String text = fit("--time", "day,hour", "--report", page).done().out();
    assertTrue(text.contains("  by block of time    0."), text);
    assertTrue(text.matches("(?s).* rows in \\d+ clusters\\)\n.*"), text);
    assertTrue(Files.readString(page).contains("RMSE by stretch of time"));
    assertFalse(json("--group", "site", "--json").get("cv").has("blocks"));
  }

  @Test
  void rowsHeldOutAreWholeGroups() throws IOException {
    JsonNode found = json("--group", "site", "--holdout", "0.25", "--json");
    assertEquals(60, found.get("holdout").get("rows").asInt());
  }

  @Test
  void rowsHeldOutAreAShareOrAFile() throws IOException {
    Path other = folder.resolve("other.csv");
    Files.writeString(other, "a,b,y\n1,1,1\n2,0,4\n");
    JsonNode share = json("--ignore", "day,hour,site", "--holdout", "0.2", "--json");
    JsonNode file = json("--ignore", "day,hour,site", "--holdout", other, "--json");
    assertEquals(ROWS - 48, share.get("rows").asInt());
    assertEquals(ROWS, file.get("rows").asInt());
    assertEquals(2, file.get("holdout").get("rows").asInt());
    assertFalse(json("--ignore", "day,hour,site", "--json").has("holdout"));
  }

  private byte[] predictions() throws IOException {
    Path out = folder.resolve("p.csv");
    Cli.run("predict", model, data, "--out", out).done();
    return Files.readAllBytes(out);
  }

  @Test
  void aFileHeldOutDoesNotMoveAByteOfTheModel() throws IOException {
    Path other = folder.resolve("other.csv");
    Files.writeString(other, "a,b,y\n1,1,1\n2,0,4\n");
    fit("--ignore", "day,hour,site").done();
    byte[] without = predictions();
    fit("--ignore", "day,hour,site", "--holdout", other).done();
    assertEquals(new String(without), new String(predictions()));
  }

  @Test
  void textAndReportShowRowsHeldOut() throws IOException {
    Path page = folder.resolve("r.html");
    String text = fit("--group", "site", "--holdout", "0.25", "--report", page).done().out();
    assertTrue(text.contains("Hold-out: 60 rows of y"), text);
    assertTrue(Files.readString(page).contains("Hold-out"));
  }

  @Test
  void compareKeepsGroupsTogether() {
    Cli done =
        Cli.run(
                "compare",
                data,
                "--target",
                "y",
                "--group",
                "site",
                "--ignore",
                "day,hour",
                "--methods",
                "mean-lasso,transduction",
                "--json")
            .done();
    assertTrue(done.out().contains("mean-lasso"));
    assertTrue(done.out().contains("without a split"), done.out());
  }

  @Test
  void rowsKeepTheirNamesWhereTheyAreSplit() throws IOException {
    refused(3, "the column named by --id must be in the file", "--id", "sites");
    Path page = folder.resolve("page.html");
    fit("--time", "day,hour", "--id", "site", "--holdout", "0.2", "--report", page).done();
    assertTrue(Files.readString(page).contains("site"));
  }

  @Test
  void rowsHeldOutWithoutLabelsAreRefusedByTheirOption() throws IOException {
    Path bare = Files.writeString(folder.resolve("bare.csv"), "site,a,b,y\ns1,1,2,\n");
    for (String option : List.of("--holdout", "--validation")) {
      Cli refused = fit("--ignore", "day,hour", option, bare);
      assertEquals(3, refused.code());
      assertTrue(refused.err().contains(option + " requires labelled rows"), refused.err());
    }
  }

  @Test
  void oneColumnToSplitByIsSpokenOfAsOne() throws IOException {
    String notes = json("--group", "site", "--json").get("notes").toString();
    assertTrue(notes.contains("site splits the rows and is no feature"), notes);
  }

  @Test
  void misuseIsNamed() throws IOException {
    refused(2, "--time and --group exclude each other", "--time", "day", "--group", "site");
    refused(2, "--split-features needs --time or --group", "--split-features");
    refused(2, "neither target nor weight, got y", "--time", "y");
    refused(2, "--holdout must be a fraction between 0 and 1 or a file", "--holdout", "1.5");
    Cli stream = Cli.run("fit", data, "--target", "y", "--group", "site", "--stream");
    assertEquals(2, stream.code());
    assertTrue(stream.err().contains("--group needs all rows in memory"), stream.err());
    refused(3, "the column named by --time must be in the file", "--time", "days");
    refused(3, "must be a number, a date or a time", "--time", "site");
    String incomplete = Files.readString(data).replaceFirst("s3,", ",");
    Files.writeString(data, incomplete);
    refused(3, "line 5, column \"site\": must not be missing in any row", "--group", "site");
  }

  @Test
  void rowsInOrderAreSeenUnlessSaid() throws IOException {
    StringBuilder out = new StringBuilder("t,a,y\n");
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 400; i++) {
      double y = i * i / 2000.0 + random.nextGaussian();
      out.append(String.format(Locale.ROOT, "%d,%.3f,%.3f%n", i, i + 9 * random.nextGaussian(), y));
    }
    Files.writeString(data, out);
    String code = "ordered-rows";
    assertTrue(json("--ignore", "t", "--json").get("warnings").toString().contains(code));
    assertFalse(json("--time", "t", "--json").get("warnings").toString().contains(code));
  }

  private void refused(int code, String words, Object... more) {
    Cli result = fit(more);
    assertEquals(code, result.code(), result.err());
    assertTrue(result.err().contains(words), result.err());
    assertFalse(Files.exists(model));
  }

  @Test
  void standardErrorsCountGroupsAndNotRows() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    double[] level = new double[16];
    Arrays.setAll(level, g -> 3 * random.nextGaussian());
    StringBuilder out = new StringBuilder("site,a,y\n");
    for (int i = 0; i < 320; i++) {
      double a = random.nextGaussian();
      out.append(String.format(Locale.ROOT, "s%d,%.4f,%.4f%n", i % 16, a, a + level[i % 16]));
    }
    data = Files.writeString(folder.resolve("sites.csv"), out);
    JsonNode fitted = json("--group", "site", "--holdout", "0.4", "--json");
    assertRelativeError(fitted.get("cv"));
    assertRelativeError(fitted.get("holdout"));
    String compared =
        Cli.run(
                "compare",
                data,
                "--target",
                "y",
                "--methods",
                "mean-lasso",
                "--group",
                "site",
                "--json")
            .done()
            .out();
    assertRelativeError(new ObjectMapper().readTree(compared).get("results").get(0));
  }

  /** With 6 to 16 sites the error is known to a quarter at best; rows would say a tenth. */
  private static void assertRelativeError(JsonNode scores) {
    double relative = scores.get("standardError").asDouble() / scores.get("mse").asDouble();
    assertTrue(relative > 0.15 && relative < 1, scores.toString());
  }
}
