package org.slrm.io.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes delimited text with quotes if necessary; missing values are empty. */
final class TextTable implements TableWriter {
  private static final int FULL = (1 << 16) - 4096;

  private final OutputStream to;
  private final char separator;
  private final StringBuilder pending = new StringBuilder(1 << 16);
  private boolean first = true;

  TextTable(OutputStream to, char separator) {
    this.to = to;
    this.separator = separator;
  }

  @Override
  public void begin(List<OutputColumn> columns) throws IOException {
    OutputColumn.distinct(columns).forEach(c -> text(c.name()));
    endRow();
  }

  @Override
  public TableWriter text(String value) {
    next();
    boolean unquoted = true;
    for (int k = 0; k < value.length() && unquoted; k++) {
      char c = value.charAt(k);
      unquoted = c != separator && c != '"' && c != '\n' && c != '\r';
    }
    if (unquoted) {
      pending.append(value);
    } else {
      pending.append('"').append(value.replace("\"", "\"\"")).append('"');
    }
    return this;
  }

  @Override
  public TableWriter number(double value) {
    next();
    if (!Double.isNaN(value)) {
      pending.append(value);
    }
    return this;
  }

  @Override
  public TableWriter number(long value) {
    next();
    pending.append(value);
    return this;
  }

  @Override
  public TableWriter truth(boolean value) {
    next();
    pending.append(value);
    return this;
  }

  @Override
  public TableWriter number(double value, String text) {
    return text(text);
  }

  @Override
  public void endRow() throws IOException {
    pending.append('\n');
    first = true;
    if (pending.length() > FULL) {
      write();
    }
  }

  @Override
  public void flush() throws IOException {
    write();
    to.flush();
  }

  private void write() throws IOException {
    to.write(pending.toString().getBytes(StandardCharsets.UTF_8));
    pending.setLength(0);
  }

  @Override
  public void close() throws IOException {
    write();
    TableFormat.finish(to);
  }

  private void next() {
    if (!first) {
      pending.append(separator);
    }
    first = false;
  }
}
