package org.slrm.internal.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;

/**
 * Identifies the indicators of one categorical column: neighbouring features with two values that
 * are known in the same rows, where no row has the larger value in two of them. In any units.
 */
public final class IndicatorGroups {
  private final IncompleteMatrix x;
  private final double[] low;
  private final double[] high;
  private final boolean[] two;

  private IndicatorGroups(IncompleteMatrix x) {
    this.x = x;
    low = new double[x.columns()];
    high = new double[x.columns()];
    two = new boolean[x.columns()];
    Arrays.fill(low, Double.NaN);
    Arrays.fill(high, Double.NaN);
    Arrays.fill(two, true);
  }

  /** The first feature of each feature's group. */
  public static int[] of(IncompleteMatrix x) {
    return new IndicatorGroups(x).groups(blocks(x));
  }

  /** Features with the same missingness in every row, by a random checksum of their rows. */
  static int[] blocks(IncompleteMatrix x) {
    long[] rows = new long[x.columns()];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < x.rows(); i++) {
      long mark = random.nextLong();
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        rows[x.column(k)] += mark;
      }
    }
    Map<Long, Integer> number = new HashMap<>();
    return Arrays.stream(rows)
        .mapToInt(r -> number.computeIfAbsent(r, n -> number.size()))
        .toArray();
  }

  private int[] groups(int[] block) {
    for (int k = 0; k < x.rowStart(x.rows()); k++) {
      value(x.column(k), x.value(k));
    }
    boolean[] clash = clashes();
    int[] group = new int[block.length];
    for (int j = 0; j < group.length; j++) {
      boolean joins =
          j > 0 && indicator(j) && indicator(j - 1) && block[j] == block[j - 1] && !clash[j];
      group[j] = joins ? group[j - 1] : j;
    }
    return group;
  }

  /** Adds a value of a feature. */
  private void value(int j, double v) {
    if (Double.isNaN(low[j])) {
      low[j] = v;
      high[j] = v;
    } else if (v != low[j] && v != high[j]) {
      two[j] &= low[j] == high[j];
      low[j] = Math.min(low[j], v);
      high[j] = Math.max(high[j], v);
    }
  }

  private boolean indicator(int j) {
    return two[j] && low[j] < high[j];
  }

  /** Whether some row has the larger value of a feature and of the one before it. */
  private boolean[] clashes() {
    boolean[] clash = new boolean[two.length];
    for (int i = 0; i < x.rows(); i++) {
      int last = -2;
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        if (x.value(k) == high[j]) {
          clash[j] |= last == j - 1;
          last = j;
        }
      }
    }
    return clash;
  }
}
