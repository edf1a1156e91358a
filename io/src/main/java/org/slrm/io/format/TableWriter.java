package org.slrm.io.format;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows cell by cell, in the order of the columns. A cell that is empty or NaN is written as
 * the format writes what is not there.
 *
 * <pre>{@code
 * try (TableWriter to = TableFormat.of("p.parquet").writer(Files.newOutputStream(path))) {
 *   to.begin(List.of(TableWriter.Column.whole("row"), TableWriter.Column.number("prediction")));
 *   to.number(1L).number(0.25).endRow();
 * }
 * }</pre>
 */
public interface TableWriter extends AutoCloseable {
  /** What the cells of a column are. */
  enum Kind {
    /** Text. */
    TEXT,
    /** Numbers. */
    NUMBER,
    /** Whole numbers. */
    WHOLE,
    /** True or false. */
    TRUTH
  }

  /**
   * A column.
   *
   * @param name its name
   * @param kind what its cells are; in a column of text any cell may stand
   */
  record Column(String name, Kind kind) {
    public static Column text(String name) {
      return new Column(name, Kind.TEXT);
    }

    public static Column number(String name) {
      return new Column(name, Kind.NUMBER);
    }

    public static Column whole(String name) {
      return new Column(name, Kind.WHOLE);
    }

    public static Column truth(String name) {
      return new Column(name, Kind.TRUTH);
    }

    /** This column under a free name, which is taken then: its own, or with _2, _3, … added. */
    public Column free(Set<String> taken) {
      String free = name;
      for (int k = 2; !taken.add(free); k++) {
        free = name + "_" + k;
      }
      return new Column(free, kind);
    }

    /** Refuses columns of one name: in most formats only one of them could be read again. */
    static List<Column> distinct(List<Column> columns) {
      Set<String> seen = new HashSet<>();
      for (Column c : columns) {
        if (!seen.add(c.name)) {
          throw new IllegalArgumentException(
              "columns to write must have different names, got " + c.name + " twice");
        }
      }
      return List.copyOf(columns);
    }
  }

  /** Says which columns there are, once, before the first row. */
  void begin(List<Column> columns) throws IOException;

  /** A cell of text. */
  TableWriter text(String value);

  /** A list of codes as text, of which an empty one is a value and not missing. */
  default TableWriter codes(String value) {
    return text(value);
  }

  /** A number. */
  TableWriter number(double value);

  /** A whole number. */
  TableWriter number(long value);

  /** True or false. */
  TableWriter truth(boolean value);

  /** A number that is written in a way of its own, kept where the format is text. */
  default TableWriter number(double value, String text) {
    return number(value);
  }

  /** The whole number that a text is if a double is too coarse for it, null otherwise. */
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

  /** Hands on the rows ended so far, as far as the format can. */
  void flush() throws IOException;

  /** Ends the table; the stream below stays open. */
  @Override
  void close() throws IOException;
}
