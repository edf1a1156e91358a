package org.slrm.reliability.fuzz;

/** An undocumented result, which no input may cause. */
final class UndocumentedAnswer extends RuntimeException {
  private static final long serialVersionUID = 1;

  UndocumentedAnswer(String what) {
    super(what);
  }

  /** Rejects non-finite numbers. */
  static void unlessFinite(String what, double... values) {
    for (double v : values) {
      if (!Double.isFinite(v)) {
        throw new UndocumentedAnswer(what + " is " + v);
      }
    }
  }
}
