package org.slrm.io.column;

/** A cell contradicts a provisional schema, so all rows must be profiled. */
public final class SchemaMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SchemaMismatchException() {
    super("a cell contradicts the provisional schema", null, false, false);
  }
}
