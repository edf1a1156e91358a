package org.slrm.cli.reproduce;

/**
 * The rule for a kind of claim. <i>Clear</i> is defined in {@link Paired}; <i>negligible</i> is a
 * millionth of the labels' variance.
 */
public enum ClaimRule {
  /** One method below another at every point. */
  BELOW(
      "Points where the difference is too small to count are excluded. Not decidable comes first: half of all points or more are left "
          + "out, and it is clearly above at none. Held: the mean is lower at every other point, and clearly at more than half of "
          + "them. Direction only: lower in the mean at more than half of them, clearly above at none. Else it did not hold."),
  /** Errors that fall or rise along the axis. */
  TREND(
      "Held: for both methods the last point clearly differs from the first as claimed, and no step between neighbours clearly "
          + "goes the other way (standard errors of the two points combined). Direction only: the same without the first "
          + "\"clearly\". Not decidable: a method's change from first to last is too small to count, and nothing clearly speaks "
          + "against the claim. Else it did not hold."),
  /** Medians lower on every task. */
  MEDIANS(
      "Not decidable comes first: the medians' difference is too small to count on half of the tasks or more. Held: the median over "
          + "splits is lower on every task. Direction only: lower on more than half of the tasks, and pair by pair clearly higher on "
          + "none. Else it did not hold. Pairs go by means, so a task may have the lower median and the higher mean."),
  /** Our default at or below the paper's methods. */
  OURS(
      "Held: at or below each of them everywhere, up to what is too small to count. Direction only: at more than half of the "
          + "points or tasks, and clearly above nowhere. Else it did not hold.");

  private final String text;

  ClaimRule(String text) {
    this.text = text;
  }

  /** The rule as text. */
  public String text() {
    return text;
  }
}
