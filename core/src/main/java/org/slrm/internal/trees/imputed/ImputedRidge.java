package org.slrm.internal.trees.imputed;

import org.slrm.internal.linalg.Vectors;

/**
 * Ridge regressions on imputed features (C-1), whose predictions and variances trees use.
 *
 * @param intercept prediction when nothing is observed, by target
 * @param beta coefficients, targets × features
 */
record ImputedRidge(double[] intercept, double[] beta) {
  int features() {
    return beta.length / intercept.length;
  }

  /** β₀ + βᵀ(x̂ − μ), imputed features from {@code at} on. */
  double value(int target, double[] imputed, int at) {
    int p = features();
    return intercept[target] + Vectors.dot(beta, target * p, imputed, at, p);
  }

  /** β of a target. */
  double[] slope(int target) {
    int p = features();
    return java.util.Arrays.copyOfRange(beta, target * p, (target + 1) * p);
  }
}
