package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

/** What is written keeps every column and every digit, whatever columns and classes are called. */
class KeptCellsTest {
  private static final String BIG = "9007199254740993";
  private static final String POINT = "9007199254740995.0";

  @TempDir Path folder;

  private Path file(String name) {
    return folder.resolve(name);
  }

  private void clashing() throws IOException {
    StringBuilder rows = new StringBuilder("x1,x1_error,x1_error_2,y\n");
    for (int i = 0; i < 40; i++) {
      rows.append(i % 4 == 0 ? "" : i % 7).append(',').append(i % 5).append(",1").append(i % 3);
      rows.append(',').append(i % 7 + i % 5).append('\n');
    }
    Files.writeString(file("d.csv"), rows);
    fit("d.csv", "y");
  }

  private void fit(String data, String target, Object... more) {
    Object[] words = {"fit", file(data), "-t", target, "-m", "mean-lasso", "-o", file("m.slrm")};
    Object[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    Cli.run(all).done();
  }

  private Cli impute(String out) {
    return Cli.run("impute", file("m.slrm"), file("d.csv"), "--with-errors", "--out", file(out));
  }

  @Test
  void columnsOfErrorsTakeNoNameOfTheTable() throws IOException {
    clashing();
    List<String> expected =
        List.of(
            "x1",
            "x1_error_3",
            "x1_error",
            "x1_error_error",
            "x1_error_2",
            "x1_error_2_error",
            "y");
    impute("o.csv").done();
    assertEquals(expected, List.of(Files.readAllLines(file("o.csv")).get(0).split(",")));
    impute("o.jsonl").done();
    String line = Files.readAllLines(file("o.jsonl")).get(1);
    assertTrue(line.startsWith("{\"x1\":1.0,\"x1_error_3\":0.0,\"x1_error\":1.0,"), line);
    impute("o.parquet").done();
    ReadOptions all = ReadOptions.builder().rawCells(ReadOptions.RawCells.ALL).build();
    assertEquals(40, Tables.read(file("o.parquet"), all).rows());
  }

  @Test
  void wideColumnsOfTwoTargetsHaveDifferentNames() throws IOException {
    StringBuilder rows = new StringBuilder("a,c,c_p:lo\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i % 9).append(i % 9 < 5 ? ",lo," : ",lo_prediction,");
      rows.append(i % 9 < 3 ? "u\n" : "v\n");
    }
    Files.writeString(file("d.csv"), rows);
    fit("d.csv", "c,c_p:lo");
    String header =
        Cli.run("predict", file("m.slrm"), file("d.csv"), "--wide")
            .done()
            .out()
            .lines()
            .findFirst()
            .orElseThrow();
    List<String> names = List.of(header.split(","));
    assertEquals(names.size(), new HashSet<>(names).size(), header);
    assertTrue(names.contains("c_p:lo_prediction_2"), header);
  }

  @Test
  void wholeNumbersBeyondDoublesKeepEveryDigitOrAreRefused() throws IOException {
    StringBuilder rows = new StringBuilder("x1,x2,y\n");
    for (int i = 0; i < 40; i++) {
      rows.append(i == 1 ? BIG : i == 2 ? POINT : "900719925474099" + i % 7).append(',');
      rows.append(i % 4 == 0 ? "" : i % 5).append(',').append(i % 3).append('\n');
    }
    Files.writeString(file("d.csv"), rows);
    fit("d.csv", "y");
    for (String out : List.of("o.csv", "o.jsonl")) {
      impute(out).done();
      assertTrue(Files.readString(file(out)).contains(BIG), out);
      assertTrue(Files.readString(file(out)).contains("9007199254740995"), out);
      assertFalse(Files.readString(file(out)).contains("\"" + BIG), out);
    }
    Cli parquet = impute("o.parquet");
    assertEquals(3, parquet.code(), parquet.err());
    assertTrue(parquet.err().contains(BIG) && parquet.err().contains("x1"), parquet.err());
    assertTrue(parquet.err().contains(".jsonl"), parquet.err());
    assertFalse(Files.exists(file("o.parquet")));
  }

  @Test
  void classesWithBarsAreTakenApartAgain() throws IOException {
    StringBuilder rows = new StringBuilder("a,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i % 7).append(',').append(List.of("a|b", "a\\", "b").get(i % 3)).append('\n');
    }
    Files.writeString(file("d.csv"), rows);
    fit("d.csv", "y");
    String out = Cli.run("predict", file("m.slrm"), file("d.csv"), "--interval", 0.99).done().out();
    assertTrue(out.contains("a\\|b|"), out);
    assertTrue(out.contains("a\\\\"), out);
    assertFalse(out.matches("(?s).*,a\\|b\\|.*"), out);
  }
}
