package org.slrm.internal.selection.rows;

import org.slrm.internal.run.TrainingData;

/**
 * The size of a fit, which determines its cost.
 *
 * @param rows fitted rows
 * @param columns features
 * @param known observed entries of a row, on average
 */
public record TableSize(int rows, int columns, double known) {
  /** The size of a fit on this number of rows of a similar table. */
  public static TableSize of(int rows, TrainingData similar) {
    int all = Math.max(1, similar.x().rows());
    return new TableSize(rows, similar.x().columns(), (double) similar.x().known() / all);
  }

  /** With at most this number of rows. */
  public TableSize atMost(int limit) {
    return rows <= limit ? this : new TableSize(limit, columns, known);
  }
}
