package org.slrm.internal.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * Identifies the indicators of one categorical column: neighbouring features with two values that
 * are known in the same rows, where no row has the larger value in two of them. In any units.
 */
public final class IndicatorGroups {
  /** Rounding of a value by its scaling, relative to the difference of both values. */
  private static final double ROUNDING = 1e-6;

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

  /** Groups of which every row that knows them has exactly one larger value. */
  static CategoricalColumns categorical(IncompleteMatrix x) {
    return new IndicatorGroups(x).partitions(blocks(x));
  }

  private CategoricalColumns partitions(int[] block) {
    readValues();
    int[] known = x.statistics(null).known();
    int[] set = new int[two.length];
    // The nearest earlier feature that is set in the same row as this one.
    int[] before = new int[two.length];
    Arrays.fill(before, -1);
    for (int i = 0; i < x.rows(); i++) {
      int last = -1;
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        if (indicator(j) && x.value(k) == high[j]) {
          set[j]++;
          before[j] = Math.max(before[j], last);
          last = j;
        }
      }
    }
    List<Integer> first = new ArrayList<>();
    List<double[]> limit = new ArrayList<>();
    for (int j = 0; j < two.length; ) {
      int end = end(j, block, known[j], set, before);
      if (end > j) {
        first.add(j);
        limit.add(IntStream.range(j, end).mapToDouble(this::limit).toArray());
      }
      j = Math.max(end, j + 1);
    }
    return new CategoricalColumns(
        first.stream().mapToInt(j -> j).toArray(), limit.toArray(double[][]::new));
  }

  /** The end of the indicators from a feature on that partition its known rows, or the feature. */
  private int end(int from, int[] block, int known, int[] set, int[] before) {
    int rows = 0;
    int to = Math.min(two.length, from + CategoricalColumns.MAX_LEVELS);
    for (int j = from; j < to && block[j] == block[from] && before[j] < from; j++) {
      // A level that no row of this part of the table has is constant.
      if (!indicator(j) && (j == from || low[j] != high[j])) {
        break;
      }
      rows += set[j];
      if (rows == known) {
        return j + 1;
      }
    }
    return from;
  }

  private double limit(int j) {
    return indicator(j) ? high[j] - ROUNDING * (high[j] - low[j]) : CategoricalColumns.NEVER;
  }

  private void readValues() {
    for (int k = 0; k < x.rowStart(x.rows()); k++) {
      value(x.column(k), x.value(k));
    }
  }

  private int[] groups(int[] block) {
    readValues();
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
