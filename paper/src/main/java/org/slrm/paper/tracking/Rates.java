package org.slrm.paper.tracking;

/** Range checks of step sizes and forgetting factors. */
final class Rates {
  private Rates() {}

  static double forgetting(double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException("forgetting must be in (0, 1], got " + value);
    }
    return value;
  }
}
