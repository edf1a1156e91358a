package org.slrm.io.column;

import java.util.List;

/**
 * Cells of one record that go along with its row as text.
 *
 * @param line the record's line in its file
 * @param cells the cells, exactly as the file holds them
 */
public record CarriedRow(long line, List<String> cells) {
  public CarriedRow {
    cells = List.copyOf(cells);
  }
}
