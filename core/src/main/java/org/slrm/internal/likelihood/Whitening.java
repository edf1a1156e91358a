package org.slrm.internal.likelihood;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;

/**
 * The change of codes that gives them mean 0 and covariance I (L-4): ν their mean, RRᵀ their
 * covariance.
 *
 * @param R lower triangular, row-major
 * @param nu mean of the codes
 */
record Whitening(double[] R, double[] nu) {

  /** From the sums over all rows; null when the covariance is not positive definite. */
  static @Nullable Whitening of(FactorStatistics s) {
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

  /**
   * Eigenvectors of Σ_features (V_jV_jᵀ + C_j), strongest first, signs kept near the present axes.
   */
  static double[] principalAxes(Factors f, int features) {
    int d = f.d();
    int q = Packed.length(d);
    double[] sum = new double[q];
    double[] C = f.C();
    for (int j = 0; j < features; j++) {
      Packed.addOuter(sum, 0, 1, f.V(), j * d, d);
      for (int k = 0; C != null && k < q; k++) {
        sum[k] += C[j * q + k];
      }
    }
    double[] full = new double[d * d];
    Packed.unpack(sum, 0, full, d);
    return alignedVectors(full, d);
  }

  private static double[] alignedVectors(double[] full, int d) {
    double[] vectors = Decompositions.symmetric(full, d).vectors();
    double[] out = Arrays.copyOf(vectors, vectors.length);
    for (int k = 0; k < d; k++) {
      int largest = 0;
      for (int i = 1; i < d; i++) {
        largest = Math.abs(vectors[i * d + k]) > Math.abs(vectors[largest * d + k]) ? i : largest;
      }
      if (vectors[largest * d + k] < 0) {
        for (int i = 0; i < d; i++) {
          out[i * d + k] = -vectors[i * d + k];
        }
      }
    }
    return out;
  }
}
