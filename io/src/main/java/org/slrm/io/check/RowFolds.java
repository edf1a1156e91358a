package org.slrm.io.check;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.result.Folds;

/**
 * Assignment of rows to validation folds, exchangeable or forward in time.
 *
 * <pre>{@code
 * RowFolds folds = RowFolds.groups(new int[] {1, 1, 2, 2, 3});
 * }</pre>
 *
 * @param fold the fold of each row, from 0
 * @param forward whether folds are predicted by fits to earlier folds; the first fold is then not
 *     predicted
 */
public record RowFolds(int[] fold, boolean forward) {
  private static final int FOLDS = 5;
  private static final long SEED = 1;

  /** Fraction of the rows, the earliest ones, that are never held out in forward validation. */
  private static final double EARLIEST = 0.4;

  /** Random folds. */
  public static RowFolds random(int rows) {
    return new RowFolds(Folds.assign(rows, FOLDS, SEED), false);
  }

  /** Folds of neighbouring rows. */
  public static RowFolds blocks(int rows) {
    return new RowFolds(IntStream.range(0, rows).map(k -> k * FOLDS / rows).toArray(), false);
  }

  /** Folds of whole groups. */
  public static RowFolds groups(int[] group) {
    int[] names = Arrays.stream(group).sorted().distinct().toArray();
    int[] order = Folds.shuffled(names.length, SEED);
    int[] size = new int[names.length];
    for (int g : group) {
      size[Arrays.binarySearch(names, g)]++;
    }
    int[] fold = new int[names.length];
    int assigned = 0;
    for (int g : order) {
      fold[g] = (int) ((long) assigned * FOLDS / group.length);
      assigned += size[g];
    }
    return new RowFolds(
        IntStream.of(group).map(g -> fold[Arrays.binarySearch(names, g)]).toArray(), false);
  }

  /** Folds for forward validation in time; rows of equal time are in the same fold. */
  public static RowFolds times(double[] time) {
    double[] sorted = time.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int[] fold = new int[n];
    for (int f = 0; f < FOLDS; f++) {
      double from = sorted[(int) (n * (EARLIEST + (1 - EARLIEST) * f / FOLDS))];
      for (int i = 0; i < n; i++) {
        // The earliest rows are never held out.
        fold[i] += time[i] >= from && time[i] > sorted[0] ? 1 : 0;
      }
    }
    return new RowFolds(fold, true);
  }

  /** Number of folds, including empty ones. */
  int count() {
    return IntStream.of(fold).max().orElse(0) + 1;
  }

  /** Whether the fit that is evaluated on a fold is fitted to another fold. */
  boolean fits(int evaluated, int other) {
    return forward ? other < evaluated : other != evaluated;
  }

  /** Whether a fold is held out. */
  boolean evaluates(int f) {
    return !forward || f > 0;
  }
}
