package org.slrm.io.source;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;

/** Decodes text and rejects invalid bytes and zero characters. */
public final class CheckedText extends FilterReader {
  private final String file;
  private long line = 1;

  public CheckedText(Source source, Source.Opened opened) {
    super(
        new InputStreamReader(
            opened.in(),
            opened
                .charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)));
    this.file = source.name;
  }

  @Override
  public int read(char[] buffer, int from, int length) throws IOException {
    int count = in.read(buffer, from, length);
    for (int k = from; k < from + count; k++) {
      line += buffer[k] == '\n' ? 1 : 0;
      if (buffer[k] == 0) {
        throw InputException.of("must be text, but holds a zero character").file(file).line(line);
      }
    }
    return count;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }
}
