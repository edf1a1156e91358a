package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * PAST (Yang 1995) (T-3): recursive least squares of the row on its own projection α = Uᵀx.
 * Complete rows only.
 */
class Past extends BasisTracker {
  final double forgetting;

  /** The inverse correlation of the codes so far, packed; the identity at the start. */
  final double[] inverse;

  /** Its product with the latest code. */
  final double[] gain;

  /** A tracker that starts at a random subspace; forgetting in (0, 1], 1 for none. */
  Past(int features, int rank, double forgetting, long seed) {
    super(features, rank, seed);
    this.forgetting = Checks.inUpperClosed("forgetting", forgetting, 0, 1);
    inverse = new double[Packed.length(rank)];
    gain = new double[rank];
    Packed.identity(inverse, rank);
  }

  @Override
  public void update(IncompleteRow row) {
    project("PAST", row);
    double[] P = inverse;
    double[] v = gain;
    // v = Pα; β = λ + αᵀv; P ← (P − vvᵀ/β)/λ; U ← U + (x − Uα) vᵀ/β
    Packed.multiply(P, 0, alpha, v, d);
    double beta = forgetting + Vectors.dot(v, 0, alpha, 0, d);
    Packed.addOuter(P, 0, -1 / beta, v, 0, d);
    for (int k = 0; k < P.length; k++) {
      P[k] /= forgetting;
    }
    for (int j = 0; j < D; j++) {
      double e = row.value(j) - Vectors.dot(U, j * d, alpha, 0, d);
      Vectors.add(U, j * d, e / beta, v, 0, d);
    }
  }

  @Override
  public void reset() {
    super.reset();
    Packed.identity(inverse, d);
  }
}
