package org.slrm.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/** Lines of a text with their numbers; wrongly encoded text is refused. */
final class TextLines implements AutoCloseable {
  private final BufferedReader in;
  private long number;

  TextLines(Source.Opened opened) {
    this.in = new BufferedReader(reader(opened), 1 << 16);
  }

  /** Text that stops at the first byte that is not of its encoding. */
  static InputStreamReader reader(Source.Opened opened) {
    return new InputStreamReader(
        opened.in(),
        opened
            .charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /** The next line, null at the end. */
  @Nullable String next() throws IOException {
    String line = in.readLine();
    number += line == null ? 0 : 1;
    return line;
  }

  /** The number of the line read last, counted from 1. */
  long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
