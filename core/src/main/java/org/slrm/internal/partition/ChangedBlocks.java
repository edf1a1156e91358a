package org.slrm.internal.partition;

import java.util.Iterator;
import java.util.function.UnaryOperator;

/** Transforms blocks lazily, one at a time. */
public record ChangedBlocks(Iterator<RowBlock> blocks, UnaryOperator<RowBlock> change)
    implements Iterator<RowBlock> {
  @Override
  public boolean hasNext() {
    return blocks.hasNext();
  }

  @Override
  public RowBlock next() {
    return change.apply(blocks.next());
  }
}
