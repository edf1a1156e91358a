package org.slrm.internal.factor;

import org.jspecify.annotations.Nullable;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;

/**
 * The transform that gives factor scores mean 0 and covariance I (L-4): ν their mean, RRᵀ their
 * covariance.
 *
 * @param R lower triangular, row-major
 * @param nu mean of the scores
 */
public record Whitening(double[] R, double[] nu) {

  /** From the sums over all rows; null when the covariance is not positive definite. */
  public static @Nullable Whitening of(FactorStatistics s) {
    int d = s.d;
    double n = s.rows();
    double[] nu = new double[d];
    int last = Packed.length(d);
    for (int k = 0; k < d; k++) {
      nu[k] = s.total[last + k] / n;
    }
    double[] R = new double[d * d];
    for (int i = 0, k = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        R[i * d + j] = s.total[k] / n - nu[i] * nu[j];
      }
    }
    return Cholesky.factor(R, d, 1e-12) ? new Whitening(R, nu) : null;
  }
}
