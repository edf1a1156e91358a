package org.slrm.io.column;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;

/**
 * Consecutive rows of a file.
 *
 * @param firstRow index of the first row in the file, from 0
 * @param features encoded features
 * @param labels one column per target of the schema; missing if the file has no such column
 * @param weights row weights; null without a weight column
 * @param rawCells for each row the original text of the cells of {@link RowSource#rawColumns}
 * @param unseen rows with a level that the training rows did not have
 */
public record RowBatch(
    long firstRow,
    IncompleteMatrix features,
    IncompleteMatrix labels,
    double @Nullable [] weights,
    List<RawRow> rawCells,
    BitSet unseen) {
  /** Rows without raw cells. */
  public RowBatch(
      long firstRow,
      IncompleteMatrix features,
      IncompleteMatrix labels,
      double @Nullable [] weights) {
    this(firstRow, features, labels, weights, List.of(), new BitSet());
  }

  /** These rows with raw cells. */
  RowBatch with(List<RawRow> cells) {
    return new RowBatch(firstRow, features, labels, weights, cells, unseen);
  }

  /** Number of rows. */
  public int rows() {
    return features.rows();
  }
}
