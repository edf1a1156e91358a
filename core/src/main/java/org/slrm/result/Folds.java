package org.slrm.result;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.SortOrder;

/**
 * Splits rows into folds of nearly equal size by a seeded shuffle.
 *
 * <pre>{@code
 * int[] fold = Folds.assign(100, 5, 1);
 * int[] train = Folds.without(fold, 0);
 * }</pre>
 */
public final class Folds {
  /** The default number of folds: scores, calibration, and choices of penalty and rank. */
  public static final int DEFAULT = 5;

  private Folds() {}

  /** The given number of folds, or the default for fewer than two. */
  public static int orDefault(int folds) {
    return folds < 2 ? DEFAULT : folds;
  }

  /** The fold of each row. */
  public static int[] assign(int rows, int folds, long seed) {
    Checks.between("folds", folds, 2, Math.max(2, rows));
    int[] order = shuffled(rows, seed);
    int[] fold = new int[rows];
    for (int r = 0; r < rows; r++) {
      fold[order[r]] = r % folds;
    }
    return fold;
  }

  /** Rows 0 to rows − 1 in a seeded random order. */
  public static int[] shuffled(int rows, long seed) {
    int[] order = IntStream.range(0, rows).toArray();
    SplittableRandom random = new SplittableRandom(seed);
    for (int r = rows - 1; r > 0; r--) {
      int s = random.nextInt(r + 1);
      int swap = order[r];
      order[r] = order[s];
      order[s] = swap;
    }
    return order;
  }

  /** Contiguous blocks of time with nearly equal numbers of rows; equal times share a block. */
  public static int[] blocks(double[] time, int count) {
    Checks.atLeast("number of blocks", count, 1);
    int n = time.length;
    int[] order = SortOrder.by(n, i -> time[i]);
    int[] out = new int[n];
    int block = 0;
    for (int r = 1; r < n; r++) {
      boolean sameTime = time[order[r]] == time[order[r - 1]];
      boolean full = r >= Math.rint((double) n * (block + 1) / count);
      block += full && !sameTime ? 1 : 0;
      out[order[r]] = block;
    }
    return out;
  }

  /** Rows of a fold. */
  public static int[] of(int[] fold, int number) {
    return IntStream.range(0, fold.length).filter(i -> fold[i] == number).toArray();
  }

  /** Rows of all folds but one. */
  public static int[] without(int[] fold, int number) {
    return IntStream.range(0, fold.length).filter(i -> fold[i] != number).toArray();
  }
}
