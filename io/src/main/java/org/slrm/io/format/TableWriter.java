package org.slrm.io.format;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.Names;

/**
 * Writes rows cell by cell, in the order of the columns. An empty cell or NaN is written as a
 * missing value of the format.
 *
 * <pre>{@code
 * try (TableWriter to = TableFormat.of("p.parquet").writer(Files.newOutputStream(path))) {
 *   to.begin(List.of(TableWriter.OutputColumn.whole("row"), TableWriter.OutputColumn.number("prediction")));
 *   to.number(1L).number(0.25).endRow();
 * }
 * }</pre>
 */
public interface TableWriter extends AutoCloseable {
  /** The type of a column's cells. */
  enum CellKind {
    /** Text. */
    TEXT,
    /** Numbers. */
    NUMBER,
    /** Integers. */
    WHOLE,
    /** True or false. */
    TRUTH
  }

  /**
   * A column.
   *
   * @param name its name
   * @param kind the type of its cells; a text column accepts any cell
   */
  record OutputColumn(String name, CellKind kind) {
    public static OutputColumn text(String name) {
      return new OutputColumn(name, CellKind.TEXT);
    }

    public static OutputColumn number(String name) {
      return new OutputColumn(name, CellKind.NUMBER);
    }

    public static OutputColumn whole(String name) {
      return new OutputColumn(name, CellKind.WHOLE);
    }

    public static OutputColumn truth(String name) {
      return new OutputColumn(name, CellKind.TRUTH);
    }

    /** This column with an unused name, which is added to the used names. */
    public OutputColumn withUnusedName(Set<String> used) {
      return new OutputColumn(Names.unique(name, used), kind);
    }

    /** Rejects columns of the same name, which most formats cannot distinguish. */
    static List<OutputColumn> distinct(List<OutputColumn> columns) {
      Set<String> seen = new HashSet<>();
      for (OutputColumn c : columns) {
        if (!seen.add(c.name)) {
          throw new IllegalArgumentException(
              "columns to write must have different names, got " + c.name + " twice");
        }
      }
      return List.copyOf(columns);
    }
  }

  /** Sets the columns, once, before the first row. */
  void begin(List<OutputColumn> columns) throws IOException;

  /** A cell of text. */
  TableWriter text(String value);

  /** A list of codes as text; an empty list is a value and not missing. */
  default TableWriter codes(String value) {
    return text(value);
  }

  /** A number. */
  TableWriter number(double value);

  /** An integer. */
  TableWriter number(long value);

  /** True or false. */
  TableWriter truth(boolean value);

  /** A number with its original text, which text formats write. */
  default TableWriter number(double value, String text) {
    return number(value);
  }

  /** The integer in a text if a double cannot represent it; null otherwise. */
  static @Nullable BigInteger beyondDouble(double value, String text) {
    if (Math.abs(value) < 1L << 53
        || !Double.isFinite(value)
        || !text.matches("[+-]?[0-9]+(\\.0*)?")) {
      return null;
    }
    BigInteger exact = new BigInteger(text.replaceAll("\\..*", ""));
    return new BigDecimal(value).toBigInteger().equals(exact) ? null : exact;
  }

  /** Ends the row. */
  void endRow() throws IOException;

  /** Flushes finished rows if the format allows it. */
  void flush() throws IOException;

  /** Ends the table; the underlying stream stays open. */
  @Override
  void close() throws IOException;
}
