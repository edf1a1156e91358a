package org.slrm.io.source;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A read failure at a line; the file's name is added later. */
public final class ReadFailure extends UncheckedIOException {
  private static final long serialVersionUID = 1;
  public final long line;

  public ReadFailure(IOException cause, long line) {
    super(cause);
    this.line = line;
  }
}
