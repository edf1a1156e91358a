package org.slrm.paper.internal.step;

/** What a row that counts q times does, as q copies of it one after another would, q any number. */
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
   * By how much a gradient step counts that takes the share u of an error away, made q times: 1 +
   * (1 − u) + … + (1 − u)^{q−1}, but at most q. It never goes further than a single step of u ≥ 1
   * or than the minimum of this row alone.
   */
  public static double ofStep(double share, double count) {
    return Math.min(count, sum(Math.max(0, 1 - share), count));
  }
}
