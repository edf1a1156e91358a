package org.slrm.io.source;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A failure to read at a line, reported to the user once the file's name is known. */
public final class ReadFailure extends UncheckedIOException {
  private static final long serialVersionUID = 1;
  public final long line;

  public ReadFailure(IOException cause, long line) {
    super(cause);
    this.line = line;
  }
}
