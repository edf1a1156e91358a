package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

/** What people carry through: identifiers, columns nobody models, text as it was, formats. */
class CarryThroughTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  static Path data;
  static Path model;

  @BeforeAll
  static void fitOnce() throws IOException {
    StringBuilder rows = new StringBuilder("id,note,a,b,colour,y,z\n");
    for (int i = 0; i < 60; i++) {
      double v = Math.sin(i);
      rows.append("\"P,").append(i).append("\",\"says \"\"").append(i % 3).append("\"\"\",");
      rows.append(i % 4 == 0 ? "NA" : String.format("%08.3f", v)).append(',');
      rows.append(i % 5 == 0 ? "" : String.format("%.2e", v + i % 2)).append(',');
      rows.append(i % 7 == 0 ? "" : i % 2 == 0 ? "red" : " green").append(',');
      rows.append(String.format("%.3f,%.3f%n", v, 2 * v));
    }
    data = Files.writeString(shared.resolve("d.csv"), rows);
    model = shared.resolve("m.slrm");
    Object[] fit = {"fit", data, "--target", "y,z", "--ignore", "id,note"};
    Cli.run(with(fit, "--method", "likelihood", "--rank", 1, "--out", model)).done();
  }

  private static Object[] with(Object[] words, Object... more) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private static String predicted(Object... more) {
    return Cli.run(with(new Object[] {"predict", model, data}, more)).done().out();
  }

  private static List<String> column(String csv, String name) {
    try {
      Path file = Files.writeString(shared.resolve("c.csv"), csv);
      ReadOptions options =
          ReadOptions.builder()
              .rawCells(ReadOptions.RawCells.of("--id", List.of(name)))
              .ignore("*")
              .build();
      return Tables.read(file, options).rawCells(name).cells();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void anIdentifierStandsBesideTheRowNumber() {
    String out = predicted("--id", "id");
    assertTrue(out.startsWith("row,id,target,prediction,standard_error,"), out);
    List<String> ids = column(out, "id");
    assertEquals(120, ids.size(), "two targets for each of 60 rows");
    assertEquals(List.of("P,0", "P,0", "P,1"), ids.subList(0, 3));
    assertEquals(column(predicted(), "prediction"), column(out, "prediction"));
  }

  @Test
  void anIdentifierThatIsNotThereIsNamed() {
    Cli refused = Cli.run("predict", model, data, "--id", "ID", "--out", folder.resolve("p.csv"));
    assertEquals(3, refused.code());
    assertTrue(refused.err().contains("named by --id must be in the file"), refused.err());
    assertTrue(refused.err().contains("did you mean id"), refused.err());
    assertFalse(Files.exists(folder.resolve("p.csv")), "nothing is half written");
  }

  @Test
  void aWideTableHasOneRowPerRowAndColumnsForEachTarget() {
    String wide = predicted("--wide", "--id", "id", "--explain", 1);
    String tall = predicted("--explain", 1);
    assertEquals(61, wide.lines().count());
    assertTrue(
        wide.startsWith(
            "row,id,observed,answered,flags,y_prediction,y_standard_error,y_lower,y_upper,y_baseline,"
                + "y_feature_1,y_contribution_1,z_prediction,"),
        wide.lines().findFirst().orElse(""));
    List<String> both = column(tall, "prediction");
    for (int i = 0; i < 60; i++) {
      assertEquals(both.get(2 * i), column(wide, "y_prediction").get(i));
      assertEquals(both.get(2 * i + 1), column(wide, "z_prediction").get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p.csv", "p.tsv", "p.csv.gz", "p.tsv.gz", "p.parquet", "p", "p.out"})
  void theNameOfAnOutputSaysItsFormat(String name) throws IOException {
    Path out = folder.resolve(name);
    predicted("--id", "id", "--out", out);
    ReadOptions options = ReadOptions.builder().target("prediction").ignore("id", "target").build();
    Path plain = Files.writeString(folder.resolve("plain.csv"), predicted("--id", "id"));
    Table expected = Tables.read(plain, options);
    Table found = Tables.read(out, options);
    assertEquals(expected.labels(), found.labels());
    assertEquals(expected.features(), found.features());
    assertEquals(name.endsWith(".gz"), found.report().format().contains("gzip"));
    assertEquals(name.endsWith("parquet"), found.report().format().contains("Parquet"));
    assertEquals(name.contains("tsv"), found.report().format().contains("tab"));
  }

  @Test
  void linesOfJsonHoldWhatTheTableHolds() throws IOException {
    Path out = folder.resolve("p.jsonl.gz");
    predicted("--id", "id", "--out", out);
    String text;
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(out))) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> expected = column(predicted(), "prediction");
    List<JsonNode> rows = new ArrayList<>();
    for (String line : text.lines().toList()) {
      rows.add(new ObjectMapper().readTree(line));
    }
    assertEquals(expected, rows.stream().map(r -> r.get("prediction").asText()).toList());
    assertEquals("P,1", rows.get(2).get("id").asText());
    assertTrue(rows.get(0).get("answered").isBoolean() && rows.get(0).get("row").isInt());
  }

  @Test
  void oneObjectOfJsonHoldsEverything() throws IOException {
    JsonNode all = new ObjectMapper().readTree(predicted("--json", "--wide"));
    assertEquals(60, all.get("rows").asInt());
    assertEquals(60, all.get("predictions").size());
    assertEquals("[\"y\",\"z\"]", all.get("targets").toString());
    Path out = folder.resolve("p.csv");
    JsonNode facts = new ObjectMapper().readTree(predicted("--json", "--out", out));
    assertEquals(out.toString(), facts.get("out").asText());
    assertFalse(facts.has("predictions"));
    assertEquals(predicted(), Files.readString(out));
  }

  @Test
  void aDashIsStandardOutput() {
    assertEquals(predicted(), predicted("--out", "-"));
    assertFalse(Files.exists(Path.of("-")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"predict", "impute"})
  void aFormatNobodyWritesIsRefused(String command) {
    Cli refused = Cli.run(command, model, data, "--out", folder.resolve("p.xlsx"));
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("--out must end in .csv, .tsv"), refused.err());
    assertFalse(Files.exists(folder.resolve("p.xlsx")));
  }

  @Test
  void imputingLeavesEveryKnownCellAsItWas() {
    String out = Cli.run("impute", model, data).done().out();
    assertEquals("id,note,a,b,colour,y,z", out.lines().findFirst().orElse(""));
    for (String name : List.of("id", "note", "a", "b", "colour", "y", "z")) {
      List<String> before = column(read(), name);
      List<String> after = column(out, name);
      for (int i = 0; i < 60; i++) {
        boolean missing = before.get(i).isEmpty() || before.get(i).equals("NA");
        assertEquals(missing, !before.get(i).equals(after.get(i)), name + " in row " + i);
        assertFalse(after.get(i).isEmpty(), name + " in row " + i);
      }
    }
  }

  @Test
  void aLevelTheModelHasNotSeenIsAKnownCell() throws IOException {
    Path other = Files.writeString(folder.resolve("o.csv"), read().replace("red", "purple"));
    String out = Cli.run("impute", model, other).done().out();
    long before = column(read(), "colour").stream().filter("red"::equals).count();
    assertEquals(before, column(out, "colour").stream().filter("purple"::equals).count());
  }

  @Test
  void imputingTypesItsColumnsWhereTheFormatHasTypes() {
    Path out = folder.resolve("i.parquet");
    Cli.run("impute", model, data, "--id", "note", "--out", out).done();
    Table t = Tables.read(out, ReadOptions.builder().target("y").ignore("id").build());
    assertEquals("note", t.schema().columns().get(0).name());
    assertEquals(60L * t.features().columns(), t.features().known());
  }

  @Test
  void filledNumbersStayWithinTheKnownOnesIfAsked() throws IOException {
    StringBuilder rows = new StringBuilder("a,b,y\n,9000,1\n,-9000,1\n");
    for (int i = 0; i < 20; i++) {
      rows.append(i % 5).append(",1,1\n");
    }
    Path outlying = Files.writeString(folder.resolve("w.csv"), rows);
    List<String> free = column(Cli.run("impute", model, outlying).done().out(), "a");
    List<String> held =
        column(Cli.run("impute", model, outlying, "--within-range").done().out(), "a");
    // An entry of 9000 is out of range and missing; what is imputed is still below all known.
    assertTrue(Double.parseDouble(free.get(0)) < 0, free.toString());
    assertEquals(List.of("0.0", "0.0"), held.subList(0, 2));
    assertEquals(free.subList(2, 22), held.subList(2, 22));
    assertEquals(2, Cli.run("impute", model, "-", "--within-range").code());
  }

  @Test
  void theReportNamesItsWorstRowsByTheirIdentifier() throws IOException {
    Path page = folder.resolve("r.html");
    Object[] fit = {"fit", data, "--target", "y", "--ignore", "note,z", "--id", "id"};
    Path out = folder.resolve("r.slrm");
    Cli.run(with(fit, "--method", "likelihood", "--rank", 1, "--out", out, "--report", page))
        .done();
    String html = Files.readString(page);
    assertTrue(html.contains("<td class=\"n\">P,17</td>"), "in the table of the worst rows");
    assertTrue(html.contains("row P,17"), "and where the pointer is");
    assertTrue(Cli.run("predict", out, data).done().err().isEmpty(), "it is no feature");
  }

  @Test
  void classesAreNamedByTheirIdentifierToo() throws IOException {
    Path page = folder.resolve("c.html");
    Object[] fit = {"fit", data, "--target", "colour", "--ignore", "note", "--id", "id"};
    Path out = folder.resolve("c.slrm");
    Cli.run(with(fit, "--method", "likelihood", "--rank", 1, "--out", out, "--report", page))
        .done();
    assertTrue(Files.readString(page).contains("<td class=\"n\">P,"), "rows that surprised");
  }

  @Test
  void textTakenForNumbersIsPointedToClasses() {
    Object[] fit = {"fit", data, "--target", "colour", "--label", "numeric"};
    Cli refused = Cli.run(with(fit, "--out", folder.resolve("t.slrm")));
    assertEquals(3, refused.code());
    assertTrue(refused.err().contains("--label classes if these are classes"), refused.err());
  }

  private static String read() {
    try {
      return Files.readString(data);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void columnsOfWholeNumbersAreImputedByWholeNumbersOnRequest() throws IOException {
    StringBuilder rows = new StringBuilder("rooms,area,y\n");
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 120; i++) {
      long n = 1 + random.nextInt(8);
      double area = 20 * n + 3 * random.nextGaussian();
      String rooms = i % 6 == 0 ? "" : Long.toString(n);
      rows.append(String.format(Locale.ROOT, "%s,%.3f,%.3f%n", rooms, area, area + n));
    }
    Path data = Files.writeString(folder.resolve("flats.csv"), rows);
    Path model = folder.resolve("flats.slrm");
    Cli.run("fit", data, "--target", "y", "--method", "mean-lasso", "--out", model).done();
    List<String> plain = column(Cli.run("impute", model, data).done().out(), "rooms");
    List<String> whole =
        column(Cli.run("impute", model, data, "--whole-numbers").done().out(), "rooms");
    assertTrue(plain.get(0).contains("."), plain.get(0));
    assertTrue(whole.stream().allMatch(c -> c.matches("\\d+")), whole.toString());
    assertEquals(Math.rint(Double.parseDouble(plain.get(0))), Double.parseDouble(whole.get(0)));
    assertTrue(new HashSet<>(whole).size() > 4, "imputed by area");
    assertEquals(2, Cli.run("impute", model, "-", "--whole-numbers").code());
  }
}
