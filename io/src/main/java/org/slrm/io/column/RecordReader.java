package org.slrm.io.column;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads the records of a file; cells are text, or numbers if the format stores numbers. */
public interface RecordReader extends AutoCloseable {
  /** Receives the cells of a record in the order of its columns. */
  interface CellSink {
    /** A cell, not stripped; the buffer is valid during the call only. */
    void cell(int column, char[] buffer, int from, int length);

    /** A cell stored as a number; its text, by column, is valid during the call only. */
    default void number(int column, double value, IntFunction<String> text) {
      char[] cell = text.apply(column).toCharArray();
      cell(column, cell, 0, cell.length);
    }
  }

  /** The unique names of the columns. */
  List<String> names();

  /** Whether the file names the column. */
  default boolean named(int column) {
    return true;
  }

  /** The kind that the file declares for a column; null if it declares none. */
  default Schema.@Nullable Kind declared(int column) {
    return null;
  }

  /** Whether the file declares that a column holds text, even if its cells look like numbers. */
  default boolean declaredText(int column) {
    return false;
  }

  /** Passes the next record's cells to the sink; false at the end. */
  boolean next(CellSink sink) throws IOException;

  /**
   * The line on which the last record started, counted from 1; 0 if the format has no lines. It is
   * valid while the cells of the record are passed.
   */
  long line();

  /** A description of the format. */
  String description();

  /** Notes on the file so far. */
  List<String> notes();

  /** Tokens that always mean missing in this format. */
  default List<String> missingTokens() {
    return List.of();
  }

  /**
   * Maximum number of entries of a table in memory, for formats in which small files can represent
   * large tables.
   */
  default long maxEntries() {
    return Long.MAX_VALUE;
  }

  /** The default target; null if there is none. */
  default @Nullable String defaultTarget() {
    return null;
  }

  @Override
  void close() throws IOException;
}
