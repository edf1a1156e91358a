package org.slrm.io.column;

import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;

/**
 * Some rows of a file, in order.
 *
 * @param firstRow number of the first of them, counted from 0 over the whole file
 * @param features encoded features
 * @param labels one column per target of the schema, all missing where the file has no such column
 * @param weights row weights, null without a weight column
 */
public record RowBatch(
    long firstRow,
    IncompleteMatrix features,
    IncompleteMatrix labels,
    double @Nullable [] weights) {
  /** Number of rows. */
  public int rows() {
    return features.rows();
  }
}
