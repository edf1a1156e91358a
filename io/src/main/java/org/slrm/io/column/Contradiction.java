package org.slrm.io.column;

/**
 * A cell that does not fit a guessed schema: the whole file must be profiled before it is encoded.
 */
public final class Contradiction extends RuntimeException {
  private static final long serialVersionUID = 1;

  Contradiction() {
    super("a cell contradicts the guessed schema", null, false, false);
  }
}
