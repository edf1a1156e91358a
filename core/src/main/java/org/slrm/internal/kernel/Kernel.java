package org.slrm.internal.kernel;

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
    return withGaussian(dot, gaussian(squaredDistance));
  }

  /** k from uᵀv and its Gaussian part. */
  double withGaussian(double dot, double gaussian) {
    return 1 + line * dot + gaussian;
  }

  /** γ exp(−‖u − v‖²/2ℓ²). */
  double gaussian(double squaredDistance) {
    return height * Math.exp(-squaredDistance / (2 * squaredLength));
  }

  /** ‖u − v‖² from the three products, never below 0. */
  static double squaredDistance(double uu, double vv, double uv) {
    return Math.max(0, uu + vv - 2 * uv);
  }
}
