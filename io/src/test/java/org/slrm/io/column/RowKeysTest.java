package org.slrm.io.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.source.InputException;

/** Times and groups of rows. */
class RowKeysTest {
  @TempDir Path folder;

  private record Read(RowKeys keys, Table table) {
    double[] times(String... names) {
      return keys.times(List.of(names).stream().map(table::rawCells).toList());
    }
  }

  private Read read(String csv, String... columns) throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), csv);
    ReadOptions options =
        ReadOptions.builder()
            .rawCells(ReadOptions.RawCells.of("--time", List.of(columns)))
            .ignore(columns)
            .build();
    Table table = Tables.read(file, options);
    return new Read(new RowKeys("t.csv", table.schema(), options), table);
  }

  @Test
  void numbersAreUnchangedAndDatesBecomeDays() throws IOException {
    assertArrayEquals(new double[] {3, 1.5}, read("t,x\n3,1\n1.5,2\n", "t").times("t"));
    double[] days = read("t,x\n01/02/2024,1\n2/2/2024,2\n31/1/2024,3\n", "t").times("t");
    assertEquals(1, days[1] - days[0]);
    assertEquals(-1, days[2] - days[0]);
  }

  @Test
  void columnsSortInTheirOrder() throws IOException {
    String csv = "d,h,x\n2024-01-02,01:00,1\n2024-01-01,23:00,2\n2024-01-02,00:30,3\n";
    double[] t = read(csv, "d", "h").times("d", "h");
    assertTrue(t[1] < t[2] && t[2] < t[0]);
  }

  @Test
  void equalCellsAreOneGroup() throws IOException {
    Read read = read("g,x\nb,1\n a ,2\nb,3\na,4\n", "g");
    assertArrayEquals(new int[] {0, 1, 0, 1}, read.keys.groups(read.table.rawCells("g")));
  }

  @Test
  void aCellThatIsMissingOrWrittenOtherwiseIsNamedByItsLine() throws IOException {
    Read incomplete = read("t,x\n1,1\nNA,2\n", "t");
    InputException missing = assertThrows(InputException.class, () -> incomplete.times("t"));
    assertTrue(missing.getMessage().contains("line 3, column \"t\""), missing.getMessage());
    Read mixed = read("t,x\n2024-01-01,1\nlater,2\n", "t");
    InputException other = assertThrows(InputException.class, () -> mixed.times("t"));
    assertTrue(other.getMessage().contains("\"later\""), other.getMessage());
  }

  @Test
  void partsOfATableKeepTheirCells() throws IOException {
    Read read = read("g,x\nb,1\na,2\nc,3\n", "g");
    Table part = read.table.rows(new int[] {2, 0});
    assertEquals(List.of("c", "b"), part.rawCells("g").cells());
    assertEquals(List.of(4L, 2L), part.rawCells("g").lines());
    assertThrows(IllegalArgumentException.class, () -> part.rawCells("h"));
  }
}
