package org.slrm.io.column;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Records of any format, each a handful of cells: text, or numbers where the format has them. */
public interface RecordReader extends AutoCloseable {
  /** Takes the cells of a record in the order of its columns. */
  interface CellSink {
    /** A cell, not stripped; the buffer is only valid during the call. */
    void cell(int column, char[] buffer, int from, int length);

    /** A cell that the format holds as a number; its text, by column, only during the call. */
    default void number(int column, double value, IntFunction<String> text) {
      char[] cell = text.apply(column).toCharArray();
      cell(column, cell, 0, cell.length);
    }
  }

  /** The columns' names, unique. */
  List<String> names();

  /** Whether the file gave the column a name. */
  default boolean named(int column) {
    return true;
  }

  /** What the file itself says a column holds, null if it says nothing. */
  default Schema.@Nullable Kind declared(int column) {
    return null;
  }

  /** Whether the file itself says that a column holds text, even where it looks like numbers. */
  default boolean holdsText(int column) {
    return false;
  }

  /** Hands the next record's cells to the sink; false at the end. */
  boolean next(CellSink sink) throws IOException;

  /**
   * The line on which the last record began, counted from 1, known while its cells are handed out;
   * 0 where there are no lines.
   */
  long line();

  /** What format was read how, for people. */
  String description();

  /** What was odd about the file so far. */
  List<String> notes();

  /** Tokens that mean missing in this format whatever the options say. */
  default List<String> ownNa() {
    return List.of();
  }

  /** Entries of a table that may be held in memory, where a small file can stand for many. */
  default long mostHeld() {
    return Long.MAX_VALUE;
  }

  /** The target where the options name none, null to have none. */
  default @Nullable String defaultTarget() {
    return null;
  }

  @Override
  void close() throws IOException;
}
