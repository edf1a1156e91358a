package org.slrm.internal.selection.rows;

import org.slrm.internal.run.TrainingData;

/**
 * What the cost of a fit hangs on.
 *
 * @param rows rows that are fitted
 * @param columns features
 * @param known known entries of a row, on average
 */
public record TableSize(int rows, int columns, double known) {
  /** The size of a fit to the given number of rows like those of a table. */
  public static TableSize of(int rows, TrainingData like) {
    int all = Math.max(1, like.x().rows());
    return new TableSize(rows, like.x().columns(), (double) like.x().known() / all);
  }

  /** Not more rows than these. */
  public TableSize atMost(int most) {
    return rows <= most ? this : new TableSize(most, columns, known);
  }
}
