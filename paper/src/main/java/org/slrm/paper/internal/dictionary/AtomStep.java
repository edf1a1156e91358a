package org.slrm.paper.internal.dictionary;

/**
 * One round of block coordinate descent over atoms (Z-4). For atom k the surrogate is a parabola
 * for each feature, of curvature a_j = (A_j)_kk around
 *
 * <pre>u_j = D_jk + (B_jk − (A_j D_j)_k)/a_j,</pre>
 *
 * and its minimum in the unit ball is d_j = a_j u_j/(a_j + θ), θ ≥ 0 the least with ‖d‖ ≤ 1. On
 * complete rows all a_j are equal, and this is u/max(1, ‖u‖).
 */
final class AtomStep {
  private static final int MAX_STEPS = 100;
  private static final double ROUNDING = 1e-13;

  private final double[] a;
  private final double[] u;

  AtomStep(int features) {
    a = new double[features];
    u = new double[features];
  }

  /** Updates all atoms in use. */
  void update(Dictionary dictionary, DictionaryStatistics s) {
    for (int k = 0; k < dictionary.atoms(); k++) {
      update(dictionary, s, k);
    }
  }

  private void update(Dictionary dictionary, DictionaryStatistics s, int k) {
    int K = dictionary.atoms();
    double[] D = dictionary.D();
    double total = s.use(k);
    for (int j = 0; j < a.length; j++) {
      a[j] = s.gram()[s.at(j, k) + k];
      // A feature never observed with the atom keeps its value.
      boolean seen = a[j] > ROUNDING * total;
      a[j] = seen ? a[j] : 0;
      u[j] = seen ? D[j * K + k] + (s.product(j, k) - s.fitted(j, k, D)) / a[j] : 0;
    }
    if (total > 0) {
      double theta = theta();
      for (int j = 0; j < a.length; j++) {
        D[j * K + k] = a[j] == 0 ? 0 : a[j] * u[j] / (a[j] + theta);
      }
    }
  }

  /**
   * Newton steps from below on φ(θ) = ‖d‖⁻¹ − 1, which is concave, so that they do not overshoot.
   */
  private double theta() {
    double theta = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      double square = 0;
      double slope = 0;
      for (int j = 0; j < a.length; j++) {
        if (a[j] > 0) {
          double d = a[j] * u[j] / (a[j] + theta);
          square += d * d;
          slope += d * d / (a[j] + theta);
        }
      }
      double norm = Math.sqrt(square);
      if (norm <= 1 + ROUNDING) {
        return theta;
      }
      theta += (norm - 1) * square / slope;
    }
    return theta;
  }
}
