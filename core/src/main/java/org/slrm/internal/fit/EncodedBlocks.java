package org.slrm.internal.fit;

import org.slrm.data.RowBlocks;
import org.slrm.internal.label.Layout;

/**
 * Rows read block by block, with labels encoded as columns.
 *
 * @param raw the rows in the user's units
 * @param layout the columns of each target
 */
record EncodedBlocks(RowBlocks raw, Layout layout) implements RowBlocks {
  @Override
  public int features() {
    return raw.features();
  }

  @Override
  public int targets() {
    return layout.columns();
  }

  @Override
  public long rows() {
    return raw.rows();
  }

  @Override
  public long labelledRows() {
    return raw.labelledRows();
  }

  @Override
  public long known() {
    return raw.known();
  }

  @Override
  public int blocks() {
    return raw.blocks();
  }

  @Override
  public Block read(int block) {
    Block b = raw.read(block);
    return new Block(b.firstRow(), b.x(), layout.encode(b.y()), b.weights());
  }
}
