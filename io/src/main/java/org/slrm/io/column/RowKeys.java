package org.slrm.io.column;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.source.InputException;

/**
 * Groups and times of rows as numbers, from columns without missing cells.
 *
 * <pre>{@code
 * Table air = Tables.read("air.csv", options);
 * RowKeys keys = new RowKeys("air.csv", air.schema(), options);
 * double[] time = keys.times(List.of(air.rawCells("Date"), air.rawCells("Time")));
 * }</pre>
 */
public final class RowKeys {
  private final String file;
  private final NumberParser numbers;
  private final MissingTokens tokens;

  /** Keys for cells of a file that was encoded by a schema. */
  public RowKeys(String file, Schema schema, ReadOptions options) {
    this.file = file;
    numbers = new NumberParser(options.decimalComma());
    tokens = new MissingTokens(schema.na(), numbers);
  }

  /** Group indices; rows with equal cells are in the same group. */
  public int[] groups(CellColumn column) {
    Map<String, Integer> codes = new HashMap<>();
    return observed(column).stream()
        .mapToInt(cell -> codes.computeIfAbsent(cell, k -> codes.size()))
        .toArray();
  }

  /**
   * The times of a single column, with dates as days; for several columns, ranks of rows sorted by
   * the columns in order.
   */
  public double[] times(List<CellColumn> columns) {
    double[] out = times(columns.get(0));
    for (CellColumn next : columns.subList(1, columns.size())) {
      double[] coarse = ranks(out);
      double[] fine = ranks(times(next));
      Arrays.setAll(out, i -> coarse[i] * (fine.length + 1.0) + fine[i]);
    }
    return out;
  }

  private static double[] ranks(double[] values) {
    double[] points = Arrays.stream(values).sorted().distinct().toArray();
    return Arrays.stream(values).map(v -> Arrays.binarySearch(points, v)).toArray();
  }

  /** The cells without surrounding blanks. */
  private List<String> observed(CellColumn column) {
    List<String> cells = column.cells().stream().map(String::strip).toList();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      if (tokens.isMissing(cell) || tokens.isMissing(numbers.parse(cell))) {
        throw invalid("must not be missing in any row, as rows are split by it", column, i);
      }
    }
    return cells;
  }

  /** Numbers, dates or times of day, in the first format that parses all cells. */
  private double[] times(CellColumn column) {
    List<String> cells = observed(column);
    double[] out = cells.stream().mapToDouble(numbers::parse).toArray();
    int invalidRow = firstNotFinite(out);
    for (Dates.Order order : Dates.Order.values()) {
      if (invalidRow < 0) {
        break;
      }
      double[] dates = cells.stream().mapToDouble(c -> Dates.parse(order, c)).toArray();
      int failed = firstNotFinite(dates);
      if (failed < 0 || failed > invalidRow) {
        out = dates;
        invalidRow = failed;
      }
    }
    if (invalidRow >= 0) {
      throw invalid(
          "must be a number, a date or a time, in the same format in every row",
          column,
          invalidRow);
    }
    return Arrays.stream(out).map(v -> v + 0.0).toArray();
  }

  private static int firstNotFinite(double[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> !Double.isFinite(values[i]))
        .findFirst()
        .orElse(-1);
  }

  private InputException invalid(String rule, CellColumn column, int row) {
    return InputException.of(rule)
        .file(file)
        .line(column.lines().get(row))
        .column(column.name())
        .value(column.cells().get(row).strip());
  }
}
