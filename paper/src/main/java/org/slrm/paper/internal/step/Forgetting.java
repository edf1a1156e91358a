package org.slrm.paper.internal.step;

import org.slrm.internal.check.Checks;

/**
 * Exponential forgetting. A row of weight q equals q copies one after another: earlier rows keep
 * λ^q of their weight, and the copies weigh 1 + λ + … + λ^{q−1}.
 *
 * @param factor λ in (0, 1], factor of earlier rows per new row; 1 for no forgetting
 * @param fadesUnobserved whether a feature also fades by rows where it is missing, as in published
 *     PETRELS (T-1'); otherwise it fades only by rows where it is observed
 */
public record Forgetting(double factor, boolean fadesUnobserved) {
  /** No forgetting. */
  public static final Forgetting NONE = new Forgetting(1, false);

  /** Least factor of one update, so that the inverse stays finite. */
  private static final double MIN = 1e-9;

  /** Checks the factor. */
  public Forgetting {
    Checks.inUpperClosed("forgetting", factor, 0, 1);
  }

  /** Features fade only by rows where they are observed. */
  public static Forgetting of(double factor) {
    return new Forgetting(factor, false);
  }

  /** λ^q. */
  public double left(double count) {
    return Math.max(MIN, Math.pow(factor, count));
  }

  /** 1 + λ + … + λ^{q−1}. */
  public double copies(double count) {
    return RowCopies.sum(factor, count);
  }
}
