package org.slrm.internal.run;

import java.util.stream.IntStream;
import org.slrm.result.Folds;

/**
 * Rows to evaluate, fold by fold, and those that are fitted for it: all others, or where rows have
 * an order in time all earlier ones.
 *
 * @param fold the fold each row is evaluated in, −1 for one that never is
 * @param forward whether folds follow each other in time
 */
public record RowSplit(int[] fold, boolean forward) {
  /** Every fold is evaluated by all others. */
  public static RowSplit inTurn(int[] fold) {
    return new RowSplit(fold, false);
  }

  /** Number of folds. */
  public int folds() {
    return IntStream.of(fold).max().orElse(-1) + 1;
  }

  /** Rows that a fold evaluates. */
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
