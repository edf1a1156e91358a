package org.slrm.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes CSV rows: a field at a time, quotes where needed, empty for what is not a number. */
public final class CsvOut {
  private final OutputStream to;
  private final StringBuilder pending = new StringBuilder(1 << 16);
  private boolean first = true;

  public CsvOut(OutputStream to) {
    this.to = to;
  }

  public CsvOut text(String value) {
    next();
    boolean plain = true;
    for (int k = 0; k < value.length() && plain; k++) {
      char c = value.charAt(k);
      plain = c != ',' && c != '"' && c != '\n' && c != '\r';
    }
    if (plain) {
      pending.append(value);
    } else {
      pending.append('"').append(value.replace("\"", "\"\"")).append('"');
    }
    return this;
  }

  public CsvOut number(double value) {
    next();
    if (!Double.isNaN(value)) {
      pending.append(value);
    }
    return this;
  }

  public CsvOut number(long value) {
    next();
    pending.append(value);
    return this;
  }

  public void endRow() throws IOException {
    pending.append('\n');
    first = true;
    if (pending.length() > (1 << 16) - 4096) {
      flush();
    }
  }

  /** Hands all rows ended so far to the stream. */
  public void flush() throws IOException {
    to.write(pending.toString().getBytes(StandardCharsets.UTF_8));
    pending.setLength(0);
    to.flush();
  }

  private void next() {
    if (!first) {
      pending.append(',');
    }
    first = false;
  }
}
