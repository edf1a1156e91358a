package org.slrm.internal.mixture;

import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;

/**
 * The prior of every component (U-4): κ complete pseudo-rows of the one-component fit θ° with known
 * factor scores, rotated by the Q that brings V°Q closest to the component's loadings:
 *
 * <pre>
 * gram_j = κI,  xa_j = κQᵀV°_j,  x_j = κμ°_j,  xx_j = κ(ψ°_j + ‖V°_j‖² + μ°_j²)
 * log p(θ_k) = max_Q −κ/2 Σ_j [log ψ_kj + (ψ°_j + ‖QᵀV°_j − V_kj‖² + (μ°_j − μ_kj)²)/ψ_kj]
 * </pre>
 *
 * @param fit the one-component fit, null without a prior
 * @param rows κ
 */
public record ComponentPrior(@Nullable Factors fit, double rows) {

  /** Adds the κ pseudo-rows to the sums of a component with parameters θ. */
  void addTo(FactorStatistics s, Factors theta, double[] omega) {
    if (fit == null || rows == 0) {
      return;
    }
    Factors f = turned(fit, theta, omega);
    int d = s.d;
    addIdentity(s.total, 0, d);
    for (int j = 0; j < s.columns; j++) {
      double square = f.mu()[j] * f.mu()[j] + f.psi()[j];
      for (int k = 0; k < d; k++) {
        double v = f.V()[j * d + k];
        square += v * v;
        s.xa[j * d + k] += rows * v;
      }
      addIdentity(s.gram, j * s.width, d);
      s.x[j] += rows * f.mu()[j];
      s.xx[j] += rows * square;
    }
  }

  private void addIdentity(double[] to, int at, int d) {
    for (int k = 0; k <= d; k++) {
      to[at + Packed.at(k, k)] += rows;
    }
  }

  /** log p(θ) up to a constant, for columns with weights ω. */
  double logDensity(Factors theta, double[] omega) {
    if (fit == null || rows == 0) {
      return 0;
    }
    Factors f = turned(fit, theta, omega);
    int d = f.d();
    double sum = 0;
    for (int j = 0; j < f.columns(); j++) {
      double difference = f.psi()[j] + square(f.mu()[j] - theta.mu()[j]);
      for (int k = j * d; k < (j + 1) * d; k++) {
        difference += square(f.V()[k] - theta.V()[k]);
      }
      sum += omega[j] * (Math.log(theta.psi()[j]) + difference / theta.psi()[j]);
    }
    return -0.5 * rows * sum;
  }

  private static double square(double v) {
    return v * v;
  }

  /** θ° rotated by Q = PRᵀ, where V°ᵀΨ⁻¹V = P diag(s) Rᵀ. */
  private static Factors turned(Factors one, Factors theta, double[] omega) {
    int d = one.d();
    double[] product = new double[d * d];
    for (int j = 0; j < one.columns(); j++) {
      double precision = omega[j] / theta.psi()[j];
      for (int k = 0; k < d; k++) {
        double v = precision * one.V()[j * d + k];
        for (int l = 0; l < d; l++) {
          product[k * d + l] += v * theta.V()[j * d + l];
        }
      }
    }
    Decompositions.Svd svd = Decompositions.svd(product, d, d);
    double[] Q = new double[d * d];
    for (int k = 0; k < d; k++) {
      for (int l = 0; l < d; l++) {
        for (int c = 0; c < d; c++) {
          Q[k * d + l] += svd.u()[k * d + c] * svd.v()[l * d + c];
        }
      }
    }
    return one.transformed(Q, new double[d]);
  }
}
