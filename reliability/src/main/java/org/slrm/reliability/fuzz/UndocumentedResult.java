package org.slrm.reliability.fuzz;

/** An undocumented result, which no input may cause. */
final class UndocumentedResult extends RuntimeException {
  private static final long serialVersionUID = 1;

  UndocumentedResult(String what) {
    super(what);
  }

  /** Rejects non-finite numbers. */
  static void requireFinite(String what, double... values) {
    for (double v : values) {
      if (!Double.isFinite(v)) {
        throw new UndocumentedResult(what + " is " + v);
      }
    }
  }
}
