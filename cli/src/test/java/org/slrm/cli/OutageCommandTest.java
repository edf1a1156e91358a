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
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error with lost columns: y = a + kind, where a2 stands in for a and b says nothing. */
class OutageCommandTest {
  private static final int ROWS = 300;
  private static final String[] PANELS = {
    "--panel", "twins=a,a2", "--panel", "idle=b", "--panel", "kinds=kind"
  };

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void fit() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder out = new StringBuilder("a,a2,b,kind,y\n");
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      double twin = a + 0.05 * random.nextGaussian();
      boolean red = random.nextBoolean();
      double y = 3 * a + (red ? 2 : -2) + 0.2 * random.nextGaussian();
      out.append(String.format(Locale.ROOT, "%.4f,%.4f,", a, twin));
      out.append(String.format(Locale.ROOT, "%.4f,%s,", random.nextGaussian(), red ? "red" : "no"));
      out.append(String.format(Locale.ROOT, "%.4f%n", y));
    }
    data = Files.writeString(folder.resolve("rows.csv"), out);
    model = folder.resolve("m.slrm");
    Cli.run("fit", data, "--target", "y", "--method", "likelihood", "--rank", 3, "--out", model)
        .done();
  }

  private Cli evaluate(Object... more) {
    List<Object> words = new ArrayList<>(List.of("evaluate", model, data, "--outage"));
    words.addAll(List.of((Object[]) PANELS));
    words.addAll(List.of(more));
    return Cli.run(words.toArray());
  }

  private static double[] numbers(JsonNode outage, String key) {
    double[] out = new double[outage.get(key).size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = outage.get(key).get(i).asDouble();
    }
    return out;
  }

  @Test
  void theCurvesSayWhichColumnsOthersStandInFor() throws IOException {
    JsonNode found = new ObjectMapper().readTree(evaluate("--json").done().out());
    JsonNode outages = found.get("outages");
    assertEquals(4, outages.size());
    double mse = found.get("mse").asDouble();
    double[] twins = numbers(outages.get(0), "score");
    double[] idle = numbers(outages.get(1), "score");
    double[] kinds = numbers(outages.get(2), "score");
    double[] all = numbers(outages.get(3), "score");
    assertEquals("all columns", outages.get(3).get("panel").asText());
    for (double[] curve : List.of(twins, idle, kinds, all)) {
      assertEquals(5, curve.length);
      assertEquals(mse, curve[0], 1e-12);
    }
    assertTrue(twins[2] < 2 * mse, "one of two in each row: the other stands in for it");
    assertTrue(twins[4] > 8, "both gone: 9 is the variance of 3 a");
    assertEquals(mse, idle[4], 0.1 * mse);
    assertTrue(kinds[4] > 3.5, "4 is the variance of what the kind adds");
    assertEquals(kinds[4] / 2, kinds[2], 0.15 * kinds[4], "hidden in half of the rows");
    assertTrue(all[1] < all[2] && all[2] < all[3] && all[3] < all[4]);
    assertTrue(all[4] > 12, "13 is the variance of y");
    assertTrue(numbers(outages.get(0), "coverage")[4] > 0.8, "intervals know what is missing");
  }

  @Test
  void textAndPageShowThem() throws IOException {
    Path page = folder.resolve("outage.html");
    String text = evaluate("--report", page).done().out();
    assertTrue(text.contains("Error with lost columns: RMSE of y"), text);
    assertTrue(text.contains("twins"), text);
    String html = Files.readString(page);
    assertTrue(html.contains("Error with lost columns"));
    assertTrue(html.contains("twins"));
    assertFalse(Cli.run("evaluate", model, data).done().out().contains("losing columns"));
  }

  @Test
  void panelsWithoutOutageAndUnknownColumnsAreRefused() {
    assertEquals(2, Cli.run("evaluate", model, data, "--panel", "twins=a,a2").code());
    Cli unknown = Cli.run("evaluate", model, data, "--outage", "--panel", "p=a,nothing");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("nothing"), unknown.err());
  }
}
