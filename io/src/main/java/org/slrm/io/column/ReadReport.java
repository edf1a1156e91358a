package org.slrm.io.column;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Report of reading a file: a summary per column and notes on the file.
 *
 * <pre>{@code table.report().text(20).forEach(System.err::println); }</pre>
 *
 * @param file the file's name, {@code -} for standard input
 * @param format a description of the format: "CSV, separator comma, header, gzip"
 * @param rows number of rows
 * @param columns the columns in the schema's order
 * @param notes notes on the file: renamed columns, blank lines, …
 * @param differences differences from the columns of the model, if any
 */
public record ReadReport(
    String file,
    String format,
    long rows,
    List<ReadColumn> columns,
    List<String> notes,
    ColumnDifferences differences) {
  /**
   * Report of one column.
   *
   * @param column name, kind, role, levels
   * @param missing number of missing cells
   * @param missingShare fraction of missing cells; 0 without rows
   * @param tokens counts of the tokens that mean missing; the empty field is the empty text
   * @param unseen counts of the levels that the model does not have
   * @param note a note on the column, if any
   */
  public record ReadColumn(
      Schema.Column column,
      long missing,
      double missingShare,
      Map<String, Long> tokens,
      Map<String, Long> unseen,
      @Nullable String note) {}

  public ReadReport {
    columns = List.copyOf(columns);
    notes = List.copyOf(notes);
  }

  /** A report of a file that is not compared with a model. */
  public ReadReport(
      String file, String format, long rows, List<ReadColumn> columns, List<String> notes) {
    this(file, format, rows, columns, notes, ColumnDifferences.NONE);
  }

  /**
   * The report as lines of text; if there are many columns, similar columns are merged.
   *
   * @param limit maximum number of columns that are listed individually
   */
  public List<String> text(int limit) {
    return ReportText.lines(this, limit);
  }
}
