package org.slrm.internal.run;

import java.util.stream.IntStream;
import org.slrm.result.Folds;

/**
 * Held-out rows of each fold and the rows fitted for it: all others, or for rows ordered in time
 * all earlier ones.
 *
 * @param fold the fold that holds each row out, −1 for a row that is never held out
 * @param forward whether folds follow each other in time
 */
public record RowSplit(int[] fold, boolean forward) {
  /** Every fold is held out from a fit to all others. */
  public static RowSplit inTurn(int[] fold) {
    return new RowSplit(fold, false);
  }

  /** Number of folds. */
  public int folds() {
    return IntStream.of(fold).max().orElse(-1) + 1;
  }

  /** Rows that a fold holds out. */
  public int[] evaluated(int f) {
    return Folds.of(fold, f);
  }

  /** Rows that are fitted for a fold. */
  public int[] fitted(int f) {
    return forward
        ? IntStream.range(0, fold.length).filter(i -> fold[i] < f).toArray()
        : Folds.without(fold, f);
  }
}
