package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of a model of two numbers and a category of four levels, which are three columns. */
class HonestOutputTest {
  @TempDir Path folder;

  private Path data;
  private Path model;
  private Path page;

  @BeforeEach
  void fit() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder out = new StringBuilder("a,b,colour,y\n");
    for (int i = 0; i < 80; i++) {
      double a = random.nextGaussian();
      String colour = List.of("red", "green", "blue", "grey").get(i % 4);
      out.append(a).append(',').append(random.nextGaussian()).append(',').append(colour);
      out.append(',').append(a + i % 4 + 0.3 * random.nextGaussian()).append('\n');
    }
    data = Files.writeString(folder.resolve("a.csv"), out);
    model = folder.resolve("m.slrm");
    page = folder.resolve("m.html");
    Cli.run("fit", data, "-t", "y", "-m", "mean-lasso", "-o", model, "--report", page).done();
  }

  private static void countsColumns(String html) {
    assertTrue(html.contains("3 observed features"), html);
    assertFalse(html.contains("6 observed features"), html);
  }

  @Test
  void reportsOfFitsCountColumns() throws IOException {
    countsColumns(Files.readString(page));
  }

  @Test
  void reportsOfEvaluationsCountColumns() throws IOException {
    Cli.run("evaluate", model, data, "--report", page).done();
    countsColumns(Files.readString(page));
  }

  private Cli streamed() throws IOException {
    InputStream before = System.in;
    try (InputStream rows = Files.newInputStream(data)) {
      System.setIn(rows);
      return Cli.run("stream", "--model", model);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void flagsInJsonAreEmptyTextWhereThereIsNone() throws IOException {
    Path lines = folder.resolve("p.jsonl");
    Cli.run("predict", model, data, "--out", lines).done();
    assertEquals(
        "", new ObjectMapper().readTree(Files.readAllLines(lines).get(0)).get("flags").textValue());
    Cli json = Cli.run("predict", model, data, "--json").done();
    JsonNode first = new ObjectMapper().readTree(json.out()).get("predictions").get(0);
    assertEquals("", first.get("flags").textValue());
    assertEquals(3, first.get("observed").asInt());
  }

  @Test
  void imputingWithoutAnImputationModelIsNoted() {
    assertFalse(Cli.run("impute", model, data).done().err().contains("imputation model"));
    Path frozen = Path.of("src/test/resources/frozen");
    Cli old = Cli.run("impute", frozen.resolve("mixture.slrm"), frozen.resolve("rows.txt")).done();
    assertTrue(
        old.err().contains("no imputation model; fit again with another method than mixture"),
        old.err());
  }

  @Test
  void aStreamCountsColumnsAsPredictDoes() throws IOException {
    List<String> predicted =
        Cli.run("predict", model, data, "--out", "-").done().out().lines().toList();
    List<String> streamed = streamed().done().out().lines().toList();
    int at = List.of(predicted.get(0).split(",")).indexOf("observed");
    assertEquals("3", predicted.get(1).split(",")[at]);
    assertEquals(predicted.get(0), streamed.get(0));
    assertEquals("3", streamed.get(1).split(",")[at]);
  }
}
