package org.slrm.io.column;

import java.util.List;

/**
 * The original text of cells of one row.
 *
 * @param line the record's line in its file
 * @param cells the text of the cells
 */
public record RawRow(long line, List<String> cells) {
  public RawRow {
    cells = List.copyOf(cells);
  }
}
