package org.slrm.internal.kernel;

import java.util.Arrays;
import org.slrm.internal.linalg.Vectors;

/**
 * A function of q inputs: f(u) = b + Σ_l α_l k(u, c_l) (K-2), with its slope
 *
 * <pre>∇f(u) = Σ_l α_l (c_l/q − γ exp(−‖u − c_l‖²/2ℓ²) (u − c_l)/ℓ²)</pre>
 *
 * Immutable; centres are shared.
 *
 * @param kernel k
 * @param centres the c_l, one after another
 * @param squares ‖c_l‖²
 * @param intercept b
 * @param alpha weights of the centres
 */
record KernelRidge(
    Kernel kernel, double[] centres, double[] squares, double intercept, double[] alpha) {
  int q() {
    return alpha.length == 0 ? 0 : centres.length / alpha.length;
  }

  double value(double[] u) {
    int q = q();
    double uu = Vectors.dot(u, 0, u, 0, q);
    double sum = intercept;
    for (int l = 0; l < alpha.length; l++) {
      double dot = Kernel.dot(u, 0, centres, l * q, q);
      double distance = Kernel.squaredDistance(uu, squares[l], dot);
      sum += alpha[l] * kernel.value(dot, distance, q);
    }
    return sum;
  }

  /** Adds {@code share} of the slope at u. */
  void addSlope(double[] u, double share, double[] out) {
    int q = q();
    double uu = Vectors.dot(u, 0, u, 0, q);
    double along = 0;
    for (int l = 0; l < alpha.length; l++) {
      double dot = Kernel.dot(u, 0, centres, l * q, q);
      double bell = kernel.bell(Kernel.squaredDistance(uu, squares[l], dot));
      double pull = alpha[l] * bell / kernel.squaredLength();
      along += pull;
      Vectors.add(out, 0, share * (alpha[l] / q + pull), centres, l * q, q);
    }
    Vectors.add(out, 0, -share * along, u, 0, q);
  }

  /** ‖c_l‖² of rows one after another. */
  static double[] squares(double[] rows, int q) {
    double[] out = new double[q == 0 ? 0 : rows.length / q];
    Arrays.setAll(out, l -> Vectors.dot(rows, l * q, rows, l * q, q));
    return out;
  }
}
