package org.slrm.paper.tracking;

/** A tracker whose subspace is spanned by {@link Tracked}: it adds what a row does to the basis. */
interface BasisTracker extends SubspaceTracker {
  /** The basis that is followed. */
  Tracked tracked();

  @Override
  default int features() {
    return tracked().D;
  }

  @Override
  default int rank() {
    return tracked().d;
  }

  @Override
  default double[] basis() {
    return tracked().basis();
  }

  @Override
  default void reset() {
    tracked().reset();
  }
}
