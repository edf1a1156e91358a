package org.slrm.io.column;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads records from maps of column names to values. */
public final class MapRecords implements RecordReader {
  /** Name of rows without a file, for messages. */
  public static final String NAME = "rows";

  private final List<? extends Map<String, ?>> rows;
  private final List<String> names;
  private final @Nullable Schema schema;
  private int read;

  private MapRecords(
      List<? extends Map<String, ?>> rows, List<String> names, @Nullable Schema schema) {
    this.rows = rows;
    this.names = names;
    this.schema = schema;
  }

  /** Training records, with all columns that occur in any record. */
  public static MapRecords of(List<? extends Map<String, ?>> rows) {
    return new MapRecords(rows, names(rows), null);
  }

  /** Records for a model; if all maps are empty, all columns are missing. */
  static MapRecords of(List<? extends Map<String, ?>> rows, Schema schema) {
    List<String> names = names(rows);
    List<String> features =
        schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList();
    return new MapRecords(List.copyOf(rows), names.isEmpty() ? features : names, schema);
  }

  /** All names in order of first use. */
  private static List<String> names(List<? extends Map<String, ?>> rows) {
    return rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList();
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean next(CellSink sink) {
    if (read == rows.size()) {
      return false;
    }
    Map<String, ?> row = rows.get(read++);
    for (int k = 0; k < names.size(); k++) {
      Object value = row.get(names.get(k));
      if (value instanceof Number n && !Double.isNaN(n.doubleValue())) {
        sink.number(k, n.doubleValue(), column -> text(n));
      } else {
        char[] cell = text(k, value).toCharArray();
        sink.cell(k, cell, 0, cell.length);
      }
    }
    return true;
  }

  private String text(int k, @Nullable Object value) {
    if (value == null || value instanceof Number) {
      return "";
    }
    if (value instanceof Boolean b) {
      // 1 and 0 represent the two words of a boolean column.
      return isCategorical(k) ? b.toString() : b ? "1" : "0";
    }
    return value.toString();
  }

  private boolean isCategorical(int k) {
    int c = schema == null ? -1 : schema.indexOf(names.get(k));
    return schema == null || c >= 0 && schema.columns().get(c).kind() == Schema.Kind.CATEGORICAL;
  }

  /** The text of a number as in files: integers without a decimal point. */
  private static String text(Number n) {
    double v = n.doubleValue();
    boolean integer = v == Math.rint(v) && Math.abs(v) < 1L << 53;
    return integer ? Long.toString((long) v) : n.toString();
  }

  /** The index of the row, from 1. */
  @Override
  public long line() {
    return read;
  }

  @Override
  public String description() {
    return "rows by column name";
  }

  @Override
  public List<String> notes() {
    return List.of();
  }

  @Override
  public void close() {}
}
