package org.slrm.io.column;

/** A cell does not fit a schema guessed from the first rows, so all rows must be profiled. */
public final class SchemaMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SchemaMismatchException() {
    super("a cell contradicts the guessed schema", null, false, false);
  }
}
