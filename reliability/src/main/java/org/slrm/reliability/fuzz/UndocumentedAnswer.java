package org.slrm.reliability.fuzz;

/** An answer that no input may bring about. */
final class UndocumentedAnswer extends RuntimeException {
  private static final long serialVersionUID = 1;

  UndocumentedAnswer(String what) {
    super(what);
  }

  /** Refuses what is not a finite number. */
  static void unlessFinite(String what, double... values) {
    for (double v : values) {
      if (!Double.isFinite(v)) {
        throw new UndocumentedAnswer(what + " is " + v);
      }
    }
  }
}
