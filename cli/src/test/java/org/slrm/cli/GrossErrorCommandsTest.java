package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels and entries that cannot be right, from the command line. */
class GrossErrorCommandsTest {
  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder out = new StringBuilder("a,b,y\n");
    for (int i = 1; i <= 120; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = i == 7 || i == 50 ? 1e6 * i : 2 * a - b + 0.3 * random.nextGaussian();
      out.append(String.format(Locale.ROOT, "%.4f,%.4f,%.4f%n", a, i == 30 ? 5e5 : b, y));
    }
    data = Files.writeString(folder.resolve("typed.csv"), out);
    model = folder.resolve("m.slrm");
  }

  @Test
  void outputJsonReportAndInspectNameRowsAndColumns() throws IOException {
    Path page = folder.resolve("r.html");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                Cli.run("fit", data, "--target", "y", "--rank", 1, "--out", model, "--json")
                    .done()
                    .out());
    JsonNode found = json.get("grossErrors");
    assertEquals(2, found.get("labels").asInt());
    assertEquals(50, found.get("largest").get(0).get("row").asInt());
    assertEquals(7, found.get("largest").get(1).get("row").asInt());
    assertEquals("b", found.get("columns").get(0).get("column").asText());
    assertEquals(1, found.get("columns").get(0).get("entries").asInt());
    assertTrue(json.get("cv").get("mse").asDouble() < 1, () -> "mse " + json.get("cv"));

    String text =
        Cli.run("fit", data, "--target", "y", "--rank", 1, "--out", model, "--report", page)
            .done()
            .out();
    assertTrue(text.contains("2 labels of y cannot be right"), text);
    assertTrue(text.contains("in row 50"), text);
    assertTrue(text.contains("taken as missing: in b (1)"), text);
    assertTrue(Files.readString(page).contains("2 labels of y cannot be right"));
    assertTrue(Cli.run("inspect", model).done().out().contains("2 labels of y cannot be right"));

    Path rows = Files.writeString(folder.resolve("new.csv"), "a,b\n1,5e5\n1,\n");
    Cli predicted = Cli.run("predict", model, rows).done();
    assertTrue(predicted.err().contains("b: 1 entry far beyond"), predicted.err());
    String[] lines = predicted.out().split("\n");
    assertEquals(lines[1].substring(1), lines[2].substring(1), "a wild entry is a missing one");
  }

  @Test
  void keptMeansKeptAndOtherWordsAreRefused() throws IOException {
    String[] all = {"fit", data.toString(), "--target", "y", "--rank", "1", "--gross-errors"};
    String kept =
        Cli.run(
                all[0], all[1], all[2], all[3], all[4], all[5], all[6], "keep", "--json", "--out",
                model)
            .done()
            .out();
    assertFalse(new ObjectMapper().readTree(kept).has("grossErrors"));
    Cli wrong = Cli.run("fit", data, "--target", "y", "--gross-errors", "maybe", "--out", model);
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("--gross-errors must be aside or keep"), wrong.err());
    Cli other =
        Cli.run(
            "fit",
            data,
            "--target",
            "y",
            "--method",
            "pls",
            "--gross-errors",
            "keep",
            "--out",
            model);
    assertEquals(2, other.code());
  }
}
