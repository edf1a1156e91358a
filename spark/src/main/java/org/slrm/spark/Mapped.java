package org.slrm.spark;

import java.util.Iterator;
import java.util.function.Function;

/** An iterator that changes what another gives, one at a time. */
record Mapped<A, B>(Iterator<A> of, Function<A, B> change) implements Iterator<B> {
  @Override
  public boolean hasNext() {
    return of.hasNext();
  }

  @Override
  public B next() {
    return change.apply(of.next());
  }
}
