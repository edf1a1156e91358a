package org.slrm.internal.imputation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;

/**
 * Known cells hidden at random, to compare imputations by. The indicators of one categorical column
 * are hidden together, as they are missing together; every row keeps a known cell.
 *
 * @param shown the rows without the hidden cells
 * @param row rows of the hidden cells, increasing
 * @param column their columns
 * @param value their values
 */
record HiddenCells(IncompleteMatrix shown, int[] row, int[] column, double[] value) {
  /**
   * Hides a fraction of the cells.
   *
   * @param x the rows
   * @param group the column that stands for each one's group
   */
  static HiddenCells of(IncompleteMatrix x, int[] group, double fraction, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    IncompleteMatrix.Builder shown = IncompleteMatrix.builder(x.columns());
    List<int[]> cells = new ArrayList<>();
    boolean[] hide = new boolean[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      int known = 0;
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        // The first column of a group decides for all of them: they are known together.
        hide[j] = group[j] == j ? random.nextDouble() < fraction : hide[group[j]];
        known += hide[j] ? 0 : 1;
      }
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        if (known > 0 && hide[x.column(k)]) {
          cells.add(new int[] {i, x.column(k), k});
        } else {
          shown.entry(x.column(k), x.value(k));
        }
      }
      shown.endRow();
    }
    return new HiddenCells(
        shown.build(),
        cells.stream().mapToInt(c -> c[0]).toArray(),
        cells.stream().mapToInt(c -> c[1]).toArray(),
        cells.stream().mapToDouble(c -> x.value(c[2])).toArray());
  }

  int size() {
    return row.length;
  }

  /**
   * The first column of each column's group: neighbouring columns of zeros and ones that are known
   * in the same rows, of which no row has more than one 1, are indicators of one categorical
   * column.
   */
  static int[] groups(IncompleteMatrix x) {
    int[] group = new int[x.columns()];
    Arrays.setAll(group, j -> j);
    IncompleteMatrix byColumn = x.transposed();
    int[] ones = new int[x.rows()];
    for (int j = 1; j < group.length; j++) {
      int first = group[j - 1];
      if (first == j - 1) {
        Arrays.fill(ones, 0);
        add(byColumn, first, ones);
      }
      boolean joins = indicator(byColumn, j) && indicator(byColumn, first);
      joins = joins && samePattern(byColumn, first, j);
      if (joins) {
        add(byColumn, j, ones);
        joins = Arrays.stream(ones).allMatch(n -> n <= 1);
      }
      group[j] = joins ? first : j;
    }
    return group;
  }

  private static void add(IncompleteMatrix byColumn, int j, int[] ones) {
    for (int k = byColumn.rowStart(j); k < byColumn.rowStart(j + 1); k++) {
      ones[byColumn.column(k)] += byColumn.value(k) == 1 ? 1 : 0;
    }
  }

  private static boolean indicator(IncompleteMatrix byColumn, int j) {
    for (int k = byColumn.rowStart(j); k < byColumn.rowStart(j + 1); k++) {
      if (byColumn.value(k) != 0 && byColumn.value(k) != 1) {
        return false;
      }
    }
    return byColumn.observed(j) > 0;
  }

  private static boolean samePattern(IncompleteMatrix byColumn, int a, int b) {
    int m = byColumn.observed(a);
    boolean same = m == byColumn.observed(b);
    for (int k = 0; same && k < m; k++) {
      same = byColumn.column(byColumn.rowStart(a) + k) == byColumn.column(byColumn.rowStart(b) + k);
    }
    return same;
  }
}
