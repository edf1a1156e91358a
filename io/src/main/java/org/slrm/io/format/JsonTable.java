package org.slrm.io.format;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes rows as JSON objects; missing values are null. */
public final class JsonTable implements TableWriter {
  private final OutputStream to;
  private final String before;
  private final String between;
  private final String after;
  private final Map<String, @Nullable Object> row = new LinkedHashMap<>();
  private List<OutputColumn> columns = List.of();
  private int cell;
  private boolean any;

  /** Rows with the given text before, between and after them. */
  public JsonTable(OutputStream to, String before, String between, String after) {
    this.to = to;
    this.before = before;
    this.between = between;
    this.after = after;
  }

  @Override
  public void begin(List<OutputColumn> requested) throws IOException {
    columns = OutputColumn.distinct(requested);
    write(before);
  }

  @Override
  public TableWriter text(String value) {
    return put(value.isEmpty() ? null : value);
  }

  @Override
  public TableWriter codes(String value) {
    return put(value);
  }

  @Override
  public TableWriter number(double value) {
    boolean text = columns.get(cell).kind() == CellKind.TEXT;
    return put(Double.isNaN(value) ? null : text ? (Object) Double.toString(value) : value);
  }

  @Override
  public TableWriter number(long value) {
    return put(value);
  }

  @Override
  public TableWriter number(double value, String text) {
    BigInteger exact = TableWriter.beyondDouble(value, text);
    return exact == null ? number(value) : put(exact);
  }

  @Override
  public TableWriter truth(boolean value) {
    return put(value);
  }

  private TableWriter put(@Nullable Object value) {
    row.put(columns.get(cell++).name(), value);
    return this;
  }

  @Override
  public void endRow() throws IOException {
    write((any ? between : "") + JsonText.line(row));
    any = true;
    row.clear();
    cell = 0;
  }

  private void write(String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void flush() throws IOException {
    to.flush();
  }

  @Override
  public void close() throws IOException {
    write(any || !before.isEmpty() ? after : "");
    TableFormat.finish(to);
  }
}
