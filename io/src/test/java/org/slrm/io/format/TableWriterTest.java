package org.slrm.io.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

/** Tables are written in the format of their file extension. */
class TableWriterTest {
  private static final List<TableWriter.OutputColumn> COLUMNS =
      List.of(
          TableWriter.OutputColumn.whole("row"),
          TableWriter.OutputColumn.text("name"),
          TableWriter.OutputColumn.number("value"),
          TableWriter.OutputColumn.truth("answered"));

  @TempDir Path folder;

  private static void write(TableFormat format, OutputStream to) throws IOException {
    try (TableWriter table = format.writer(to)) {
      table.begin(COLUMNS);
      table.number(1L).text("plain").number(0.25).truth(true).endRow();
      table.number(2L).text("with, \"quotes\"\tand tab").number(Double.NaN).truth(false).endRow();
      table.flush();
      table.number(3L).text("").number(-3e9, "-3.00e9").truth(true).endRow();
    }
  }

  private static String text(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(TableFormat.of(name), bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.jsonl", "t.parquet"})
  void columnsOfOneNameAreRejected(String name) throws IOException {
    List<TableWriter.OutputColumn> twice =
        List.of(TableWriter.OutputColumn.whole("a"), TableWriter.OutputColumn.text("a"));
    try (TableWriter table = TableFormat.of(name).writer(new ByteArrayOutputStream())) {
      assertThrows(IllegalArgumentException.class, () -> table.begin(twice));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.tsv", "t.csv.gz", "t.tsv.gz", "t.parquet"})
  void writtenFilesCanBeRead(String name) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream to = Files.newOutputStream(file)) {
      write(TableFormat.of(name), to);
    }
    ReadOptions options =
        ReadOptions.builder().rawCells(ReadOptions.RawCells.ALL).ignore("name").build();
    Table read = Tables.read(file, options);
    assertEquals(3, read.rows());
    assertEquals(List.of("plain", "with, \"quotes\"\tand tab", ""), read.rawCells("name").cells());
    assertEquals(0.25, read.features().valueAt(0, read.featureNames().indexOf("value")));
    assertTrue(Double.isNaN(read.features().valueAt(1, read.featureNames().indexOf("value"))));
    assertEquals(-3e9, read.features().valueAt(2, read.featureNames().indexOf("value")));
  }

  @Test
  void numbersKeepTheirTextWhereTheFormatIsText() throws IOException {
    assertTrue(text("t.csv").endsWith("3,,-3.00e9,true\n"), text("t.csv"));
    assertTrue(text("T.TSV").contains("\t-3.00e9\t"), text("T.TSV"));
  }

  @Test
  void linesOfJsonAreAnObjectPerRow() throws IOException {
    List<String> lines = text("t.jsonl").lines().toList();
    assertEquals(3, lines.size());
    assertEquals("{\"row\":1,\"name\":\"plain\",\"value\":0.25,\"answered\":true}", lines.get(0));
    assertTrue(lines.get(1).contains("\"value\":null"), lines.get(1));
  }

  @Test
  void unknownExtensionsAreRejected() {
    for (String name : List.of("t.xlsx", "t.parquet.gz")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> TableFormat.of(name)).getMessage();
      assertTrue(message.contains(".parquet"), message);
    }
  }
}
