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
 * Groups and times of rows as numbers, from columns that split a file's rows. Their cells must not
 * be missing.
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

  /** For cells of a file that was read by a schema. */
  public RowKeys(String file, Schema schema, ReadOptions options) {
    this.file = file;
    numbers = new NumberParser(options.decimalComma());
    tokens = new MissingTokens(schema.na(), numbers);
  }

  /** A number for each group of rows with equal cells. */
  public int[] groups(CellColumn column) {
    Map<String, Integer> codes = new HashMap<>();
    return observed(column).stream()
        .mapToInt(cell -> codes.computeIfAbsent(cell, k -> codes.size()))
        .toArray();
  }

  /**
   * Ranks of rows sorted by several columns, the first one first; equal rows have equal numbers. A
   * single column keeps its own numbers, dates as days.
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
        throw refused("must be known in every row, as rows are split by it", column, i);
      }
    }
    return cells;
  }

  /** Numbers, or dates or times of day in the first format that fits all cells. */
  private double[] times(CellColumn column) {
    List<String> cells = observed(column);
    double[] out = cells.stream().mapToDouble(numbers::parse).toArray();
    int wrong = firstUnknown(out);
    for (Dates.Order order : Dates.Order.values()) {
      if (wrong < 0) {
        break;
      }
      double[] dates = cells.stream().mapToDouble(c -> Dates.parse(order, c)).toArray();
      int unknown = firstUnknown(dates);
      if (unknown < 0 || unknown > wrong) {
        out = dates;
        wrong = unknown;
      }
    }
    if (wrong >= 0) {
      throw refused(
          "must be a number, a date or a time, written alike in every row", column, wrong);
    }
    return Arrays.stream(out).map(v -> v + 0.0).toArray();
  }

  private static int firstUnknown(double[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> !Double.isFinite(values[i]))
        .findFirst()
        .orElse(-1);
  }

  private InputException refused(String rule, CellColumn column, int row) {
    return InputException.of(rule)
        .file(file)
        .line(column.lines().get(row))
        .column(column.name())
        .value(column.cells().get(row).strip());
  }
}
