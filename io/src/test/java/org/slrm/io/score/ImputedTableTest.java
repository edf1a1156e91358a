package org.slrm.io.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;

/** Imputation of missing cells with unchanged observed cells, and suggestions of panels. */
class ImputedTableTest {
  @TempDir static Path folder;
  private static NamedModel model;

  @BeforeAll
  static void fit() throws IOException {
    model = named(table("train.csv", 200), LikelihoodConfig.defaults().withRank(2));
  }

  private static NamedModel named(Path file, org.slrm.method.MethodConfig config) {
    ReadOptions options = ReadOptions.builder().target("y").ignore("note").build();
    Table table = Tables.read(file, options);
    SlrmModel fitted = Slrm.with(config).folds(0).fit(table.features(), table.labels());
    return NamedModel.of(
        ModelFile.of(fitted, table.schema(), options, ModelFile.Provenance.ofSeed(1)));
  }

  private static Path table(String name, int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder out = new StringBuilder("note,a,b,colour,c,y\n");
    for (int i = 0; i < rows; i++) {
      double u = random.nextGaussian();
      double v = random.nextGaussian();
      String colour = u > 0 ? "red" : "blue";
      out.append("n").append(i).append(',');
      out.append(
          String.format(
              Locale.ROOT, "%.3f,%.3f,%s,%.3f,%.3f%n", u + 0.1 * v, u - 0.1 * v, colour, v, u + v));
    }
    return Files.writeString(folder.resolve(name), out);
  }

  private static String filled(String csv, ImputedTable.Range range, @Nullable String id)
      throws IOException {
    Path file = Files.writeString(folder.resolve("holes.csv"), csv);
    ReadOptions options = ReadOptions.builder().rawCells(ReadOptions.RawCells.ALL).build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (RowSource rows = model.open(file.toString(), options, Mismatch.WARN);
        TableWriter to = TableFormat.CSV.writer(bytes)) {
      ImputedTable table = new ImputedTable(rows, model.schema(), false, range, id);
      to.begin(table.columns(true));
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        List<ImputedCells> complete = model.impute(batch);
        for (int i = 0; i < batch.rows(); i++) {
          table.write(batch.rawCells().get(i).cells(), complete.get(i), true, to);
        }
      }
      to.flush();
      assertTrue(table.imputed() > 0);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void observedCellsStayUnchanged() throws IOException {
    String out =
        filled(
            "note,a,b,colour,c\n\" odd, note\",1.500,NA,,+0.2\nx,,-1e0, blue ,\n",
            ImputedTable.Range.ANY,
            null);
    List<String> lines = out.lines().toList();
    assertEquals(
        "note,a,a_error,b,b_error,colour,colour_error,c,c_error",
        lines.get(0).replaceAll(",y.*", ""));
    assertTrue(lines.get(1).startsWith("\" odd, note\",1.500,"), lines.get(1));
    assertTrue(lines.get(1).contains(",red,"), lines.get(1));
    assertTrue(lines.get(1).contains(",+0.2,"), lines.get(1));
    assertTrue(lines.get(2).contains(",-1e0,"), lines.get(2));
  }

  @Test
  void imputedNumbersCanBeLimitedToTheObservedRange() throws IOException {
    Path seen = Files.writeString(folder.resolve("seen.csv"), "a,b,c\n0.1,0,0\n0.2,0.1,1\n");
    ImputedTable.Range range;
    try (RowSource rows = model.open(seen.toString(), ReadOptions.DEFAULT, Mismatch.WARN)) {
      range = ImputedTable.Range.of(rows, true, false);
    }
    String out = filled("note,a,b,colour,c\nx,9,,red,0\n", range, null);
    assertEquals(0.1, Double.parseDouble(out.lines().toList().get(1).split(",")[3]), 1e-12);
  }

  @Test
  void anIdentifierComesFirst() throws IOException {
    String out = filled("a,note,b,colour,c\n1,x,,red,0\n", ImputedTable.Range.ANY, "note");
    assertTrue(out.startsWith("note,a,"), out);
    assertThrows(
        InputException.class,
        () -> filled("a,note,b,colour,c\n1,x,,red,0\n", ImputedTable.Range.ANY, "nota"));
  }

  @Test
  void panelsAreRankedByVarianceReductionPerCost() throws IOException {
    Path file = Files.writeString(folder.resolve("none.csv"), "note,a,b,colour,c\nx,,,,\n");
    Panel cheap = new Panel("both", List.of("a", "b"), 1);
    Panel dear = new Panel("dear", List.of("a", "c"), 1000);
    PredictOptions question = PredictOptions.DEFAULT.suggest(3).panels(List.of(cheap, dear));
    try (RowSource rows = model.open(file.toString(), ReadOptions.DEFAULT, Mismatch.WARN)) {
      NamedPrediction answer = model.predict(rows.next(), question).get(0);
      assertEquals(
          List.of("both", "colour", "dear"),
          answer.measurements().stream().map(NamedPrediction.Measurement::column).toList());
    }
  }

  @Test
  void excludedEntriesAreCountedInNewRows() throws IOException {
    String outlying =
        Files.readString(table("wild.csv", 300)).replaceFirst("\nn7,[^,]*,", "\nn7,1e7,");
    NamedModel robust =
        named(
            Files.writeString(folder.resolve("wild.csv"), outlying),
            AutoConfig.defaults().withRank(2).withOutliers(AutoConfig.OutlierPolicy.EXCLUDE));
    OutlierEntryCounts counted = new OutlierEntryCounts(robust);
    Path file =
        Files.writeString(folder.resolve("more.csv"), "a,b,colour,c\n-1e6,0,red,0\n1,1,red,1\n");
    try (RowSource rows = robust.open(file.toString(), ReadOptions.DEFAULT, Mismatch.WARN)) {
      counted.add(rows.next());
    }
    assertEquals(1, counted.lines().size(), counted.lines().toString());
    assertTrue(counted.lines().get(0).startsWith("a: 1 entry far outside"), counted.lines().get(0));
  }
}
