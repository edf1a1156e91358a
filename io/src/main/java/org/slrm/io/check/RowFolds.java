package org.slrm.io.check;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.result.Folds;

/**
 * How rows are held out to validate a linear model, in turn or forward in time.
 *
 * <pre>{@code
 * RowFolds folds = RowFolds.groups(new int[] {1, 1, 2, 2, 3});
 * }</pre>
 *
 * @param fold the fold of each row, from 0
 * @param forward whether a fold is evaluated by the folds before it alone, and the first not at all
 */
public record RowFolds(int[] fold, boolean forward) {
  private static final int FOLDS = 5;
  private static final long SEED = 1;

  /** The share of the rows that is only learned from where time goes forward. */
  private static final double EARLIEST = 0.4;

  /** Rows drawn at random. */
  public static RowFolds random(int rows) {
    return new RowFolds(Folds.assign(rows, FOLDS, SEED), false);
  }

  /** Blocks of neighbouring rows. */
  public static RowFolds blocks(int rows) {
    return new RowFolds(IntStream.range(0, rows).map(k -> k * FOLDS / rows).toArray(), false);
  }

  /** Rows of one group stay together. */
  public static RowFolds groups(int[] group) {
    int[] names = Arrays.stream(group).sorted().distinct().toArray();
    int[] order = Folds.shuffled(names.length, SEED);
    int[] size = new int[names.length];
    for (int g : group) {
      size[Arrays.binarySearch(names, g)]++;
    }
    int[] fold = new int[names.length];
    int before = 0;
    for (int g : order) {
      fold[g] = (int) ((long) before * FOLDS / group.length);
      before += size[g];
    }
    return new RowFolds(
        IntStream.of(group).map(g -> fold[Arrays.binarySearch(names, g)]).toArray(), false);
  }

  /** Later rows are evaluated by earlier ones; rows of one time stay together. */
  public static RowFolds times(double[] time) {
    double[] sorted = time.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int[] fold = new int[n];
    for (int f = 0; f < FOLDS; f++) {
      double from = sorted[(int) (n * (EARLIEST + (1 - EARLIEST) * f / FOLDS))];
      for (int i = 0; i < n; i++) {
        // The earliest are always learned from.
        fold[i] += time[i] >= from && time[i] > sorted[0] ? 1 : 0;
      }
    }
    return new RowFolds(fold, true);
  }

  /** How many folds there are, empty ones among them. */
  int count() {
    return IntStream.of(fold).max().orElse(0) + 1;
  }

  /** Whether a fit evaluated by one fold may see another. */
  boolean fits(int evaluated, int other) {
    return forward ? other < evaluated : other != evaluated;
  }

  /** Whether any row is held out. */
  boolean evaluates(int f) {
    return !forward || f > 0;
  }
}
