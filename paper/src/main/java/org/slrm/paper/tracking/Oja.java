package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;

/**
 * Oja's rule (1982) for a subspace (T-5): U ← orth(U + η x(Uᵀx)ᵀ/‖x‖²). Division by ‖x‖² makes the
 * step independent of the units. Complete rows only.
 */
final class Oja extends BasisTracker {
  private final double stepSize;

  /** A tracker that starts at a random subspace; stepSize η above 0. */
  Oja(int features, int rank, double stepSize, long seed) {
    super(new Tracked(features, rank, seed));
    this.stepSize = Checks.positive("stepSize", stepSize);
  }

  @Override
  public void update(IncompleteRow row) {
    tracked.checkComplete("Oja", row);
    tracked.project(row);
    double square = 0;
    for (int j = 0; j < tracked.D; j++) {
      square += row.value(j) * row.value(j);
    }
    if (!(square > 0)) {
      return;
    }
    for (int j = 0; j < tracked.D; j++) {
      double f = stepSize * row.value(j) / square;
      Vectors.add(tracked.U, j * tracked.d, f, tracked.alpha, 0, tracked.d);
    }
    Orthonormal.columns(tracked.U, tracked.D, tracked.d);
  }
}
