package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns known in training only, and panels. */
class ColumnRoleCommandsTest {
  @TempDir Path folder;
  private Path data;
  private Path model;
  private Path rows;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder out = new StringBuilder("assay,a,b,c,d,y\n");
    for (int i = 0; i < 120; i++) {
      double s = random.nextGaussian();
      double t = random.nextGaussian();
      double y = s + t + 0.3 * random.nextGaussian();
      out.append(
          String.format(
              Locale.ROOT,
              "%.3f,%.3f,%.3f,%.3f,%.3f,%s%n",
              s + t,
              s + 0.3 * random.nextGaussian(),
              s + 0.3 * random.nextGaussian(),
              t + 0.3 * random.nextGaussian(),
              t + 0.3 * random.nextGaussian(),
              i % 2 == 0 ? "" : String.format(Locale.ROOT, "%.3f", y)));
    }
    data = Files.writeString(folder.resolve("soil.csv"), out);
    rows = Files.writeString(folder.resolve("new.csv"), "a,b,c,d\n1,,,\n,,1,\n,,,\n");
    model = folder.resolve("m.slrm");
  }

  private Cli fit(Object... more) {
    Object[] base = {
      "fit", data, "--target", "y", "--method", "likelihood", "--rank", 2, "--out", model
    };
    Object[] all = new Object[base.length + more.length];
    System.arraycopy(base, 0, all, 0, base.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return Cli.run(all);
  }

  @Test
  void columnsKnownInTrainingOnlyAreNeitherInputsNorPredicted() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(fit("--train-only", "assay", "--json").done().out());
    assertEquals(4, json.get("features").asInt());
    assertEquals("[\"y\"]", json.get("targets").toString());
    assertTrue(json.get("notes").toString().contains("Auxiliary targets"), json.toString());
    String[] lines = Cli.run("predict", model, rows).done().out().split("\n");
    assertEquals(4, lines.length, "a line for each row");
    assertTrue(lines[1].startsWith("1,y,"), lines[1]);
    Cli.run("evaluate", model, data).done();
    fit("--train-only", "assay", "--holdout", "0.2", "--report", folder.resolve("r.html")).done();
  }

  @Test
  void clearMistakesAreRefused() {
    assertEquals(2, fit("--train-only", "y").code());
    assertTrue(fit("--train-only", "y").err().contains("other columns than --target"));
    assertEquals(3, fit("--train-only", "essay").code());
    assertTrue(fit("--train-only", "essay").err().contains("essay"));
    assertEquals(2, fit("--train-only", "assay", "--stream").code());
  }

  @Test
  void suggestionsRankPanelsByVarianceLoweredPerCost() {
    fit("--ignore", "assay").done();
    String cheap = suggested("first=a,b:1", "second=c,d:1");
    assertEquals("second", measure(cheap, 1), "c and d tell what is not known yet");
    assertEquals("first", measure(cheap, 2));
    String dear = suggested("first=a,b:1", "second=c,d:1000");
    assertEquals("first", measure(dear, 3), "of equal worth, the cheap one");
    String single = suggested("first=a,b:50");
    assertFalse(measure(single, 1).equals("first"), "columns of no panel cost 1");
  }

  private String suggested(String... panels) {
    Object[] base = {"predict", model, rows, "--suggest", 1};
    Object[] all = new Object[base.length + 2 * panels.length];
    System.arraycopy(base, 0, all, 0, base.length);
    for (int k = 0; k < panels.length; k++) {
      all[base.length + 2 * k] = "--panel";
      all[base.length + 2 * k + 1] = panels[k];
    }
    return Cli.run(all).done().out();
  }

  private static String measure(String csv, int row) {
    String[] lines = csv.split("\n");
    int at = List.of(lines[0].trim().split(",")).indexOf("measure_1");
    return lines[row].split(",")[at];
  }

  @Test
  void theReportSaysWhatLosingAPanelWouldCost() throws IOException {
    Path page = folder.resolve("r.html");
    fit("--ignore", "assay", "--report", page, "--panel", "first=a,b:2").done();
    assertTrue(Files.readString(page).contains("panel first"));
    assertTrue(Files.readString(page).contains("Error with lost panels"));
    assertEquals(2, fit("--ignore", "assay", "--panel", "first=a,b").code(), "without a report");
    assertEquals(2, fit("--report", page, "--panel", "first=a,q").code());
  }

  @Test
  void panelsThatCannotBeAreRefused() {
    fit("--ignore", "assay").done();
    for (String wrong : new String[] {"first", "first=", "first=a,q", "first=a:0", "first=a:-1"}) {
      Cli run = Cli.run("predict", model, rows, "--suggest", 1, "--panel", wrong);
      assertEquals(2, run.code(), wrong);
      assertTrue(run.err().contains("--panel"), run.err());
    }
    assertEquals(2, Cli.run("predict", model, rows, "--panel", "first=a,b").code());
  }
}
