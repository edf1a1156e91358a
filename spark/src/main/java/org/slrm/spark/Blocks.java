package org.slrm.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.partition.RowBlock;

/** Rows of a partition collected into blocks, one at a time, without rows of weight 0. */
record Blocks(Iterator<Row> rows, Columns columns) implements Iterator<RowBlock> {
  /** Small enough for transfer, large enough for blocks with equal patterns. */
  private static final int MAX_ROWS = 4096;

  private static final int MAX_ENTRIES = 1 << 22;

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public RowBlock next() {
    if (!rows.hasNext()) {
      throw new NoSuchElementException();
    }
    int width = columns.size() + columns.targets().size();
    IncompleteMatrix.Builder z = IncompleteMatrix.builder(width);
    boolean weighted = !columns.weight().isEmpty();
    double[] weights = new double[weighted ? MAX_ROWS : 0];
    int excluded = 0;
    while (z.rows() < MAX_ROWS && z.known() < MAX_ENTRIES && rows.hasNext()) {
      Row row = rows.next();
      double weight = weighted ? columns.weight(row) : 1;
      if (weight == 0) {
        excluded++;
        continue;
      }
      columns.features().addFeatures(row, z);
      columns.addLabels(row, z);
      if (weighted) {
        weights[z.rows()] = weight;
      }
      z.endRow();
    }
    double[] used = weighted ? Arrays.copyOf(weights, z.rows()) : null;
    return new RowBlock(z.build(), columns.size(), used, excluded);
  }
}
