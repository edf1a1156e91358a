package org.slrm.io.source;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines with their numbers and rejects lines that are too long. */
public final class TextLines implements AutoCloseable {
  private final String file;
  private final Reader in;
  private final int maxLength;
  private final char[] buffer = new char[1 << 14];
  private int from;
  private int to;
  private boolean afterReturn;
  private long number;

  public TextLines(Source source, Source.Opened opened) throws IOException {
    this.file = source.name;
    this.in = new CheckedText(source, opened);
    this.maxLength = source.limits().line();
  }

  /** The next line, ended by a line feed, a carriage return or both; null at the end. */
  public @Nullable String next() throws IOException {
    StringBuilder line = null;
    while (fill()) {
      int start = from;
      while (from < to && buffer[from] != '\n' && buffer[from] != '\r') {
        from++;
      }
      line = line == null ? new StringBuilder(Math.max(80, from - start)) : line;
      line.append(buffer, start, from - start);
      if (line.length() > maxLength) {
        throw InputException.of("a line must have at most " + maxLength + " characters")
            .file(file)
            .line(number + 1);
      }
      if (from < to) {
        afterReturn = buffer[from++] == '\r';
        break;
      }
    }
    number += line == null ? 0 : 1;
    return line == null ? null : line.toString();
  }

  /** Whether there is another line, after the line feed that follows a carriage return. */
  private boolean fill() throws IOException {
    while (from == to || afterReturn) {
      if (from == to) {
        from = 0;
        to = Math.max(0, in.read(buffer, 0, buffer.length));
        if (to == 0) {
          return false;
        }
      }
      from += afterReturn && buffer[from] == '\n' ? 1 : 0;
      afterReturn = false;
    }
    return true;
  }

  /** The number of the last line, counted from 1. */
  public long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
