package org.slrm.io.column;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The cells of one column as text, beside the rows of a table: an identifier, a date, a group.
 *
 * <pre>{@code
 * ReadOptions.RawCells id = ReadOptions.RawCells.of("--id", List.of("patient"));
 * ReadOptions options = ReadOptions.builder().rawCells(id).build();
 * List<String> patients = Tables.read("visits.csv", options).rawCells("patient").cells();
 * }</pre>
 *
 * @param name the column's name
 * @param lines the lines of the file that the rows are on
 * @param cells one cell for each row, exactly as the file holds it
 */
public record CellColumn(String name, List<Long> lines, List<String> cells) {
  public CellColumn {
    lines = List.copyOf(lines);
    cells = List.copyOf(cells);
  }

  /** A column of the raw cells of rows. */
  public static CellColumn of(String name, int column, List<RawRow> rows) {
    return new CellColumn(
        name,
        rows.stream().map(RawRow::line).toList(),
        rows.stream().map(row -> row.cells().get(column)).toList());
  }

  /** The cells of some rows. */
  public CellColumn rows(int[] which) {
    return new CellColumn(
        name,
        IntStream.of(which).mapToObj(lines::get).toList(),
        IntStream.of(which).mapToObj(cells::get).toList());
  }
}
