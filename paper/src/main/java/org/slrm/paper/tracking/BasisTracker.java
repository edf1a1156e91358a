package org.slrm.paper.tracking;

/** A tracker of the subspace spanned by {@link Tracked}: it adds the update of a row. */
interface BasisTracker extends SubspaceTracker {
  /** The tracked basis. */
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
