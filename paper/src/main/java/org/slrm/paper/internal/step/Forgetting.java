package org.slrm.paper.internal.step;

import org.slrm.internal.check.Checks;

/**
 * How rows fade as others come. A row that counts q times is as good as q copies one after another:
 * what was there before keeps λ^q of its weight, and the copies weigh 1 + λ + … + λ^{q−1}.
 *
 * @param factor λ in (0, 1], weight of a row after one more has come; 1 forgets nothing
 * @param fadesUnobserved whether a feature fades by rows that do not show it too, as in published
 *     PETRELS (T-1'); else it keeps what it knew until it is seen again
 */
public record Forgetting(double factor, boolean fadesUnobserved) {
  /** Nothing is forgotten. */
  public static final Forgetting NONE = new Forgetting(1, false);

  /** What was there never fades below this at once: its inverse has to stay finite. */
  private static final double LEAST = 1e-9;

  /** Checks the factor. */
  public Forgetting {
    Checks.inUpperClosed("forgetting", factor, 0, 1);
  }

  /** Features fade by the rows that show them. */
  public static Forgetting of(double factor) {
    return new Forgetting(factor, false);
  }

  /** λ^q. */
  public double left(double count) {
    return Math.max(LEAST, Math.pow(factor, count));
  }

  /** 1 + λ + … + λ^{q−1}. */
  public double copies(double count) {
    return RowCopies.sum(factor, count);
  }
}
