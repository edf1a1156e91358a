package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are missing because of their values, from fit to inspect, report and stream. */
class MissingnessCommandsTest {
  @TempDir Path folder;
  private Path data;

  /** High incomes are missing often, and red rows; age is missing at random. */
  @BeforeEach
  void write() throws IOException {
    Random random = new Random(1);
    StringBuilder out = new StringBuilder("income,age,weight,color,y\n");
    for (int i = 0; i < 800; i++) {
      double a = random.nextGaussian();
      double income = 40 + 15 * (a + 0.3 * random.nextGaussian());
      double missing = 0.9 * Math.exp(-(income - 75) * (income - 75) / 600);
      String color = a + 0.3 * random.nextGaussian() > 0.5 ? "red" : "blue";
      out.append(random.nextDouble() < missing ? "" : "%.3f".formatted(income)).append(',');
      out.append(
          random.nextDouble() < 0.2
              ? ""
              : "%.3f".formatted(45 - 9 * a + 5 * random.nextGaussian()));
      out.append(',').append("%.3f".formatted(70 + 8 * (a + random.nextGaussian()))).append(',');
      out.append(random.nextDouble() < (color.equals("red") ? 0.6 : 0.1) ? "" : color);
      out.append(',').append("%.3f\n".formatted(2 * a + 0.2 * random.nextGaussian()));
    }
    data = folder.resolve("data.csv");
    Files.writeString(data, out.toString());
  }

  private Path fit(String missingness) {
    Path model = folder.resolve(missingness + ".slrm");
    Cli fit =
        Cli.run(
                "fit",
                data,
                "--target",
                "y",
                "--method",
                "likelihood",
                "--rank",
                2,
                "--missingness",
                missingness,
                "--report",
                folder.resolve(missingness + ".html"),
                "--out",
                model)
            .done();
    assertEquals(
        !missingness.equals("ignorable"), fit.out().contains("missing because of the value: "));
    return model;
  }

  @Test
  void inspectShowsWhichColumnsAreMissingBecauseOfTheirValues() throws IOException {
    Path model = fit("auto");
    String text = Cli.run("inspect", model).done().out();
    assertTrue(text.contains("income: ") && text.contains("P(missing)"), text);
    assertTrue(text.contains("is due to missing entries"), text);
    JsonNode found =
        new ObjectMapper()
            .readTree(Cli.run("inspect", model, "--json").done().out())
            .get("missingness");
    assertEquals(0.9, found.get("band").asDouble());
    assertTrue(found.get("variance").get("y").asDouble() > 0);
    JsonNode income = column(found, "income");
    JsonNode curve = income.get("curve");
    JsonNode high = curve.get(3 * curve.size() / 4);
    assertTrue(high.get("probability").asDouble() > 0.5, income::toString);
    assertTrue(high.get("lower").asDouble() < high.get("probability").asDouble());
    assertTrue(curve.get(0).get("probability").asDouble() < 0.05);
    JsonNode color = column(found, "color").get("curve");
    assertEquals("blue", color.get(0).get("level").asText());
    assertTrue(
        color.get(1).get("probability").asDouble() > color.get(0).get("probability").asDouble());
  }

  private static JsonNode column(JsonNode missingness, String name) {
    for (JsonNode c : missingness.get("columns")) {
      if (c.get("column").asText().equals(name)) {
        return c;
      }
    }
    throw new AssertionError("no column " + name + " in " + missingness);
  }

  @Test
  void theReportDrawsThemOnlyWhereThereAreSome() throws IOException {
    fit("self-masking");
    String page = Files.readString(folder.resolve("self-masking.html"));
    assertTrue(page.contains("id=\"missingness\""));
    assertTrue(page.contains("Probability that a value of income is missing"));
    String inspected = Cli.run("inspect", fit("ignorable")).done().out();
    assertFalse(inspected.contains("P(missing)"), inspected);
    assertFalse(Files.readString(folder.resolve("ignorable.html")).contains("id=\"missingness\""));
  }

  @Test
  void suggestionsAndContributionsOfAMaskedModelAreWritten() throws IOException {
    Path out = folder.resolve("p.csv");
    Cli.run("predict", fit("self-masking"), data, "--suggest", 1, "--explain", 2, "--out", out)
        .done();
    assertTrue(Files.readString(out).contains("variance_reduction_1"));
  }
}
