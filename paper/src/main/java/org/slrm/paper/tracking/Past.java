package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * PAST (Yang 1995) (T-3): recursive least squares of the row on its own projection α = Uᵀx.
 * Complete rows only.
 */
final class Past extends BasisTracker {
  private final InverseCorrelation codes;

  /** A tracker that starts at a random subspace; forgetting in (0, 1], 1 for none. */
  Past(int features, int rank, double forgetting, long seed) {
    super(new Tracked(features, rank, seed));
    codes = new InverseCorrelation(rank, forgetting);
  }

  @Override
  public void update(IncompleteRow row) {
    tracked.checkComplete("PAST", row);
    tracked.project(row);
    int d = tracked.d;
    double[] P = codes.packed;
    double[] v = codes.gain;
    // v = Pα; β = λ + αᵀv; P ← (P − vvᵀ/β)/λ; U ← U + (x − Uα) vᵀ/β
    Packed.multiply(P, 0, tracked.alpha, v, d);
    double beta = codes.forgetting + Vectors.dot(v, 0, tracked.alpha, 0, d);
    Packed.addOuter(P, 0, -1 / beta, v, 0, d);
    for (int k = 0; k < P.length; k++) {
      P[k] /= codes.forgetting;
    }
    for (int j = 0; j < tracked.D; j++) {
      double e = row.value(j) - Vectors.dot(tracked.U, j * d, tracked.alpha, 0, d);
      Vectors.add(tracked.U, j * d, e / beta, v, 0, d);
    }
  }

  @Override
  public void reset() {
    super.reset();
    codes.reset();
  }
}
