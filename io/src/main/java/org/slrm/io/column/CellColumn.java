package org.slrm.io.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.slrm.io.source.InputException;

/**
 * The cells of one column as they are written, for columns that say how rows belong together and
 * are no features.
 *
 * <pre>{@code
 * List<String> names = List.of("Date", "Time");
 * List<CellColumn> when = Tables.carrying("air.csv", options, "--time", names).cells();
 * double[] time = CellColumn.times(when);
 * }</pre>
 */
public final class CellColumn {
  private final String file;
  private final String name;
  private final NumberParser numbers;
  private final List<String> cells = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();

  private CellColumn(String file, String name, NumberParser numbers) {
    this.file = file;
    this.name = name;
    this.numbers = numbers;
  }

  /** Takes cells of some columns from records. */
  public static final class Collector implements RecordReader.CellSink {
    private final RecordReader reader;
    private final Map<Integer, CellColumn> taken = new HashMap<>();
    private final List<CellColumn> columns = new ArrayList<>();
    private final MissingTokens tokens;
    private final NumberParser numbers;

    /** For columns named by an option, in its order. */
    public Collector(
        String file, RecordReader reader, ReadOptions options, String option, List<String> names) {
      this.reader = reader;
      numbers = new NumberParser(options.decimalComma());
      tokens = new MissingTokens(Profiler.tokens(options, reader), numbers);
      for (String name : names) {
        int at = reader.names().indexOf(name);
        if (at < 0) {
          throw InputException.of("the column named by " + option + " must be in the file")
              .file(file)
              .value(name)
              .hint(Selection.nearest(name, reader.names()));
        }
        columns.add(taken.computeIfAbsent(at, k -> new CellColumn(file, name, numbers)));
      }
    }

    @Override
    public void cell(int raw, char[] buffer, int from, int length) {
      CellColumn to = taken.get(raw);
      if (to != null) {
        to.cells.add(new String(buffer, from, length).strip());
      }
    }

    @Override
    public void number(int raw, double value, IntFunction<String> text) {
      CellColumn to = taken.get(raw);
      if (to != null) {
        to.cells.add(text.apply(raw).strip());
      }
    }

    /** Ends the row whose cells were given; each of the columns must be known in it. */
    public void endRow() {
      for (CellColumn c : taken.values()) {
        c.lines.add(reader.line());
        String cell = c.cells.size() < c.lines.size() ? "" : c.cells.get(c.cells.size() - 1);
        if (cell.isEmpty() || tokens.isMissing(cell) || tokens.isMissing(numbers.parse(cell))) {
          throw InputException.of("must be known in every row, as rows are split by it")
              .file(c.file)
              .line(reader.line())
              .column(c.name)
              .value(cell);
        }
      }
    }

    /** The columns. */
    public List<CellColumn> columns() {
      return List.copyOf(columns);
    }
  }

  /** Name of the column. */
  public String name() {
    return name;
  }

  /** Number of rows. */
  public int rows() {
    return cells.size();
  }

  /** A number for each group: rows with equal cells are of one group. */
  public int[] groups() {
    Map<String, Integer> codes = new HashMap<>();
    return cells.stream().mapToInt(c -> codes.computeIfAbsent(c, k -> codes.size())).toArray();
  }

  /**
   * Rows in the order of several columns, the first of them first: equal numbers where all of them
   * are equal. A single column keeps its own numbers, dates as days.
   */
  public static double[] times(List<CellColumn> columns) {
    double[] out = columns.get(0).times();
    for (CellColumn next : columns.subList(1, columns.size())) {
      double[] coarse = ranks(out);
      double[] fine = ranks(next.times());
      Arrays.setAll(out, i -> coarse[i] * (fine.length + 1.0) + fine[i]);
    }
    return out;
  }

  private static double[] ranks(double[] values) {
    double[] points = Arrays.stream(values).sorted().distinct().toArray();
    return Arrays.stream(values).map(v -> Arrays.binarySearch(points, v)).toArray();
  }

  /** Numbers, or dates or times of day in the first order that all cells are written in. */
  private double[] times() {
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
      throw InputException.of("must be a number, a date or a time, written alike in every row")
          .file(file)
          .line(lines.get(wrong))
          .column(name)
          .value(cells.get(wrong));
    }
    return Arrays.stream(out).map(v -> v + 0.0).toArray();
  }

  private static int firstUnknown(double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        return i;
      }
    }
    return -1;
  }
}
