package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outliers among labels and entries, from the command line. */
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

  private Cli fit(Object... more) {
    Object[] words = {"fit", data, "--target", "y", "--rank", 1, "--out", model};
    Object[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Cli.run(all);
  }

  private static JsonNode json(Cli run) throws IOException {
    return new ObjectMapper().readTree(run.done().out());
  }

  @Test
  void outputJsonReportAndInspectNameWhatWasExcluded() throws IOException {
    Path page = folder.resolve("r.html");
    JsonNode json = json(fit("--outliers", "exclude", "--json"));
    JsonNode found = json.get("outliers");
    assertEquals(found, json.get("grossErrors")); // former key
    assertEquals(2, found.get("labels").asInt());
    assertEquals(50, found.get("largest").get(0).get("row").asInt());
    assertEquals(7, found.get("largest").get(1).get("row").asInt());
    assertEquals("b", found.get("columns").get(0).get("column").asText());
    assertEquals(1, found.get("columns").get(0).get("entries").asInt());
    assertTrue(json.get("cv").get("mse").asDouble() < 1, () -> "mse " + json.get("cv"));

    String text = fit("--outliers", "exclude", "--report", page).done().out();
    assertTrue(text.contains("2 labels of y are outliers and were excluded"), text);
    assertTrue(text.contains("in row 50"), text);
    assertTrue(text.contains("taken as missing: in b (1)"), text);
    assertTrue(Files.readString(page).contains("2 labels of y are outliers"));
    assertTrue(Cli.run("inspect", model).done().out().contains("2 labels of y are outliers"));

    Path rows = Files.writeString(folder.resolve("new.csv"), "a,b\n1,5e5\n1,\n");
    Cli predicted = Cli.run("predict", model, rows).done();
    assertTrue(predicted.err().contains("b: 1 entry far outside"), predicted.err());
    String[] lines = predicted.out().split("\n");
    assertEquals(lines[1].substring(1), lines[2].substring(1), "taken as missing");
  }

  @Test
  void byDefaultOutliersAreUsedAndNamedInTextJsonReportAndInspect() throws IOException {
    Path page = folder.resolve("r.html");
    JsonNode json = json(fit("--json"));
    assertFalse(json.has("grossErrors"));
    Map<String, JsonNode> byColumn = new HashMap<>();
    json.get("warnings")
        .forEach(
            w -> {
              if (w.get("code").asText().equals("outliers")) {
                byColumn.put(w.get("column").asText(), w);
              }
            });
    assertEquals(Set.of("y", "b"), byColumn.keySet());
    assertEquals(2, byColumn.get("y").get("value").asInt());
    assertEquals(1, byColumn.get("b").get("value").asInt());
    String message = byColumn.get("y").get("message").asText();
    assertTrue(message.contains("in row 50") && message.contains("--outliers exclude"), message);

    String text = fit("--report", page).done().out();
    assertTrue(text.contains("Warning: outliers: 2 labels of \"y\" look like outliers"), text);
    assertTrue(text.contains("120 labelled rows"), text);
    assertTrue(Files.readString(page).contains("look like outliers"));
    assertTrue(Cli.run("inspect", model).done().out().contains("look like outliers"));

    Path rows = Files.writeString(folder.resolve("new.csv"), "a,b\n1,5e5\n1,\n");
    assertFalse(Cli.run("predict", model, rows).done().err().contains("1 entry far outside"));
  }

  @Test
  void theFormerOptionIsUnderstoodAndOtherWordsAreRefused() throws IOException {
    assertTrue(json(fit("--gross-errors", "aside", "--json")).has("grossErrors"));
    assertFalse(json(fit("--gross-errors", "keep", "--json")).has("grossErrors"));
    assertFalse(Cli.run("fit", "--help").out().contains("--gross-errors"));
    Cli wrong = fit("--outliers", "maybe");
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("--outliers must be warn or exclude"), wrong.err());
    assertEquals(2, fit("--method", "pls", "--outliers", "exclude").code());
  }
}
