package org.slrm.io.column;

/** A cell that does not fit a guessed schema: look at the whole file before encoding it. */
public final class Contradiction extends RuntimeException {
  private static final long serialVersionUID = 1;

  Contradiction() {
    super("a cell contradicts the guessed schema", null, false, false);
  }
}
