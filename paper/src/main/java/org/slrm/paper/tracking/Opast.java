package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * OPAST (Abed-Meraim, Chkeif, Hua 2000): PAST whose basis stays orthonormal (T-4). Complete rows
 * only.
 */
final class Opast extends Past {
  /** A tracker that starts at a random subspace; forgetting in (0, 1], 1 for none. */
  Opast(int features, int rank, double forgetting, long seed) {
    super(features, rank, forgetting, seed);
  }

  @Override
  public void update(IncompleteRow row) {
    project("OPAST", row);
    double[] Z = inverse;
    double[] q = gain;
    // q = Zα/λ; γ = 1/(1 + αᵀq); Z ← Z/λ − γqqᵀ; p = γ(x − Uα)
    Packed.multiply(Z, 0, alpha, q, d);
    for (int k = 0; k < Z.length; k++) {
      Z[k] /= forgetting;
    }
    for (int k = 0; k < d; k++) {
      q[k] /= forgetting;
    }
    double gamma = 1 / (1 + Vectors.dot(alpha, 0, q, 0, d));
    Packed.addOuter(Z, 0, -gamma, q, 0, d);
    double pp = 0;
    for (int j = 0; j < D; j++) {
      double p = gamma * (row.value(j) - Vectors.dot(U, j * d, alpha, 0, d));
      pp += p * p;
    }
    double qq = Vectors.dot(q, 0, q, 0, d);
    if (!(qq > 0)) {
      return;
    }
    // τ = (1/√(1 + ‖p‖²‖q‖²) − 1)/‖q‖²; U ← U + (τUq + (1 + τ‖q‖²)p)qᵀ
    double tau = (1 / Math.sqrt(1 + pp * qq) - 1) / qq;
    for (int j = 0; j < D; j++) {
      double p = gamma * (row.value(j) - Vectors.dot(U, j * d, alpha, 0, d));
      double f = tau * Vectors.dot(U, j * d, q, 0, d) + (1 + tau * qq) * p;
      Vectors.add(U, j * d, f, q, 0, d);
    }
  }
}
