package org.slrm.paper.tracking;

/** A tracker of one subspace; subclasses add the update by a row. */
abstract class BasisTracker implements SubspaceTracker {
  final Tracked tracked;

  BasisTracker(Tracked tracked) {
    this.tracked = tracked;
  }

  @Override
  public int features() {
    return tracked.D;
  }

  @Override
  public int rank() {
    return tracked.d;
  }

  @Override
  public double[] basis() {
    return tracked.basis();
  }

  @Override
  public void reset() {
    tracked.reset();
  }
}
