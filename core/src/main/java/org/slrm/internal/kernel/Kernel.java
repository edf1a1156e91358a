package org.slrm.internal.kernel;

import org.slrm.internal.linalg.Vectors;

/**
 * The similarity of two rows of inputs (H-1): a constant, a linear part, and a Gaussian of height γ
 * and length ℓ.
 *
 * <pre>k(u, v) = 1 + uᵀv/q + γ exp(−‖u − v‖²/2ℓ²)</pre>
 *
 * @param line 1/q for q inputs that vary
 * @param height γ
 * @param squaredLength ℓ²
 */
record Kernel(double line, double height, double squaredLength) {
  /** k from uᵀv and ‖u − v‖². */
  double value(double dot, double squaredDistance) {
    return withBell(dot, bell(squaredDistance));
  }

  /** k from uᵀv and its Gaussian part. */
  double withBell(double dot, double bell) {
    return 1 + line * dot + bell;
  }

  /** γ exp(−‖u − v‖²/2ℓ²). */
  double bell(double squaredDistance) {
    return height * Math.exp(-squaredDistance / (2 * squaredLength));
  }

  /** uᵀv of two rows. */
  static double dot(double[] u, int atU, double[] v, int atV, int q) {
    return Vectors.dot(u, atU, v, atV, q);
  }

  /** ‖u − v‖² from the three products, never below 0. */
  static double squaredDistance(double uu, double vv, double uv) {
    return Math.max(0, uu + vv - 2 * uv);
  }
}
