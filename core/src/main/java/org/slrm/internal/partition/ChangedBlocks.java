package org.slrm.internal.partition;

import java.util.Iterator;
import java.util.function.UnaryOperator;

/** Blocks changed one at a time. */
public record ChangedBlocks(Iterator<RowBlock> of, UnaryOperator<RowBlock> change)
    implements Iterator<RowBlock> {
  @Override
  public boolean hasNext() {
    return of.hasNext();
  }

  @Override
  public RowBlock next() {
    return change.apply(of.next());
  }
}
