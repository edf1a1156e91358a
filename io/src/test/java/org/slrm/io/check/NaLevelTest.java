package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

class NaLevelTest {
  @TempDir Path folder;

  private List<DataWarning> warnings(boolean numbersToo, ReadOptions options) throws IOException {
    StringBuilder rows = new StringBuilder("pool,a,y\n");
    for (int i = 0; i < 200; i++) {
      rows.append(i % 20 == 0 ? i % 40 == 0 ? "good" : "fair" : "NA").append(',');
      rows.append(numbersToo && i == 3 ? "NA" : String.valueOf(i % 17)).append(',');
      rows.append((i * 7919) % 101).append('\n');
    }
    Path data = Files.writeString(folder.resolve("t.csv"), rows);
    Table table = Tables.read(data, options);
    return TableChecks.of(table, options).warnings().stream()
        .filter(w -> w.code().equals(DataWarning.NA_LEVEL))
        .toList();
  }

  private static final ReadOptions OPTIONS = ReadOptions.builder().targets(List.of("y")).build();

  @Test
  void aTextColumnThatIsNearlyAlwaysNaGetsAHint() throws IOException {
    DataWarning w = warnings(false, OPTIONS).get(0);
    assertEquals("pool", w.column());
    assertEquals(0.95, w.value());
    assertTrue(w.message().contains("--na ''"), w.message());
  }

  @Test
  void whereNumbersHaveNaTooTheOptionIsNotProposed() throws IOException {
    DataWarning w = warnings(true, OPTIONS).get(0);
    assertFalse(w.message().contains("--na"), w.message());
  }

  @Test
  void givenTokensAreUsed() throws IOException {
    assertEquals(List.of(), warnings(false, OPTIONS.toBuilder().na(List.of("NA")).build()));
  }
}
