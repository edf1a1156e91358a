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
    super(features, rank, seed);
    this.stepSize = Checks.positive("stepSize", stepSize);
  }

  @Override
  public void update(IncompleteRow row) {
    project("Oja", row);
    double square = 0;
    for (int j = 0; j < D; j++) {
      square += row.value(j) * row.value(j);
    }
    if (!(square > 0)) {
      return;
    }
    for (int j = 0; j < D; j++) {
      double f = stepSize * row.value(j) / square;
      Vectors.add(U, j * d, f, alpha, 0, d);
    }
    Orthonormal.columns(U, D, d);
  }
}
