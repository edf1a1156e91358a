package org.slrm.internal.imputation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;

/**
 * Known cells hidden at random, by which imputations are compared. The indicators of one
 * categorical column are hidden together, because they are missing together. Every row has an
 * observed cell left.
 *
 * @param visible the rows without the hidden cells
 * @param row rows of the hidden cells, increasing
 * @param column their columns
 * @param value their values
 */
record HiddenCells(IncompleteMatrix visible, int[] row, int[] column, double[] value) {
  /**
   * Hides a fraction of the cells.
   *
   * @param x the rows
   * @param group the first column of each column's group
   */
  static HiddenCells of(IncompleteMatrix x, int[] group, double fraction, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    IncompleteMatrix.Builder visible = IncompleteMatrix.builder(x.columns());
    List<int[]> cells = new ArrayList<>();
    boolean[] hide = new boolean[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      int known = 0;
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        // The first column of a group decides for the whole group, since they are known together.
        hide[j] = group[j] == j ? random.nextDouble() < fraction : hide[group[j]];
        known += hide[j] ? 0 : 1;
      }
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        if (known > 0 && hide[x.column(k)]) {
          cells.add(new int[] {i, x.column(k), k});
        } else {
          visible.entry(x.column(k), x.value(k));
        }
      }
      visible.endRow();
    }
    return new HiddenCells(
        visible.build(),
        cells.stream().mapToInt(c -> c[0]).toArray(),
        cells.stream().mapToInt(c -> c[1]).toArray(),
        cells.stream().mapToDouble(c -> x.value(c[2])).toArray());
  }

  int size() {
    return row.length;
  }
}
