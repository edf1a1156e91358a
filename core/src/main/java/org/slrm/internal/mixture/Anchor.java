package org.slrm.internal.mixture;

import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Packed;

/**
 * The prior of every component (U-4): κ complete rows as the one-subspace fit θ° expects them,
 *
 * <pre>gram_j = κI,  xa_j = κV°_j,  x_j = κμ°_j,  xx_j = κ(ψ°_j + ‖V°_j‖² + μ°_j²)</pre>
 *
 * added to what the rows themselves come to. As a density of a component's parameters:
 *
 * <pre>log p(θ_k) = −κ/2 Σ_j [log ψ_kj + (ψ°_j + ‖V°_j − V_kj‖² + (μ°_j − μ_kj)²)/ψ_kj]</pre>
 *
 * @param fit the one-subspace fit, null without a prior
 * @param rows κ
 */
public record Anchor(@Nullable Factors fit, double rows) {
  /** No prior. */
  public static Anchor none() {
    return new Anchor(null, 0);
  }

  /** Adds the κ rows; columns whose ω is not one count as often as their rows do. */
  void addTo(FactorStatistics s) {
    Factors f = fit;
    if (f == null || rows == 0) {
      return;
    }
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

  /** log p(θ_k) up to a constant, for columns that count ω times. */
  double logDensity(Factors theta, double[] omega) {
    Factors f = fit;
    if (f == null || rows == 0) {
      return 0;
    }
    int d = f.d();
    double sum = 0;
    for (int j = 0; j < f.columns(); j++) {
      double apart = f.psi()[j] + square(f.mu()[j] - theta.mu()[j]);
      for (int k = j * d; k < (j + 1) * d; k++) {
        apart += square(f.V()[k] - theta.V()[k]);
      }
      sum += omega[j] * (Math.log(theta.psi()[j]) + apart / theta.psi()[j]);
    }
    return -0.5 * rows * sum;
  }

  private static double square(double v) {
    return v * v;
  }
}
