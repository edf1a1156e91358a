package org.slrm.io.column;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The cells of one column as text, beside the rows of a table: an identifier, a date, a group.
 *
 * <pre>{@code
 * ReadOptions.Carried id = ReadOptions.Carried.of("--id", List.of("patient"));
 * ReadOptions options = ReadOptions.builder().carried(id).build();
 * List<String> patients = Tables.read("visits.csv", options).carried("patient").cells();
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

  /** One of the columns that rows carry along. */
  public static CellColumn of(String name, int column, List<CarriedRow> rows) {
    return new CellColumn(
        name,
        rows.stream().map(CarriedRow::line).toList(),
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
