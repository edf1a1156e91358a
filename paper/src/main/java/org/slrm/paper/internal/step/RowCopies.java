package org.slrm.paper.internal.step;

/** The effect of a row of weight q as that of q copies one after another, for any real q. */
public final class RowCopies {
  private RowCopies() {}

  /** 1 + r + … + r^{q−1} = (1 − r^q)/(1 − r) for a ratio r in [0, 1]; q itself for r = 1. */
  public static double sum(double ratio, double count) {
    if (count == 1) {
      return 1;
    }
    return ratio >= 1 ? count : Math.expm1(count * Math.log(ratio)) / (ratio - 1);
  }

  /**
   * Weight of a gradient step that removes the fraction u of an error, repeated q times: 1 + (1 −
   * u) + … + (1 − u)^{q−1}, at most q. It never exceeds a single step with u ≥ 1 or the minimum of
   * this row alone.
   */
  public static double ofStep(double fraction, double count) {
    return Math.min(count, sum(Math.max(0, 1 - fraction), count));
  }
}
