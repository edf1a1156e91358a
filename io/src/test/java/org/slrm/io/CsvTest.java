package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.data.IncompleteMatrix;

class CsvTest {
  static final double NaN = Double.NaN;
  @TempDir Path folder;

  Table read(String text, ReadOptions options) throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, text);
    return Tables.read(file, options);
  }

  static void assertRows(Table table, double[]... rows) {
    assertEquals(IncompleteMatrix.ofNaN(rows), table.features());
  }

  @Test
  void numbersBecomeFeaturesAndTheTargetLabels() throws IOException {
    Table t = read("a,b,y\n1,2.5,3\n,-1e-3,\n", ReadOptions.builder().target("y").build());
    assertRows(t, new double[] {1, 2.5}, new double[] {NaN, -1e-3});
    assertEquals(IncompleteMatrix.ofNaN(new double[][] {{3}, {NaN}}), t.labels());
    assertEquals(List.of("a", "b"), t.featureNames());
    assertEquals(List.of("y"), t.targetNames());
    assertEquals(2, t.rows());
  }

  @Test
  void quotesMayHoldSeparatorsAndLineEnds() throws IOException {
    Table t = read("\"a,1\",b\r\n\"1\",\"x\ny\"\r\n\"2\",z\r\n3,z\r\n", ReadOptions.DEFAULT);
    assertEquals(List.of("a,1", "b=x\ny", "b=z"), t.featureNames());
    assertRows(t, new double[] {1, 1, 0}, new double[] {2, 0, 1}, new double[] {3, 0, 1});
  }

  @Test
  void strayTextInANumericColumnNamesPlaceAndRemedy() throws IOException {
    try {
      read("a,b\n1,1\n2,2\n3,abc\n", ReadOptions.DEFAULT);
      throw new AssertionError("must not be read");
    } catch (InputException e) {
      assertTrue(e.getMessage().contains("line 4, column \"b\": must be a number, got \"abc\""));
      assertTrue(e.getMessage().contains("--na abc"), e.getMessage());
    }
  }
}
