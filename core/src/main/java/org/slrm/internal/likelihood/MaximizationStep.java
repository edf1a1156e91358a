package org.slrm.internal.likelihood;

import org.slrm.internal.Workers;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;

/**
 * M step (L-3): for every column least squares of x_j on β = (α, 1), then its noise from the
 * residuals. With a prior V_jk ~ N(0, 1/λ_k) the loadings are shrunk; in the variational version
 * their covariance is kept too:
 *
 * <pre>(gram_j + ψ_j/ω_j Λ) θ_j = (xa_j, x_j),   C_j = (gram_j ω_j/ψ_j + Λ)⁻¹</pre>
 */
final class MaximizationStep {
  private static final int COLUMNS = 16;

  private final Prior prior;
  private final double[] omega;
  private final int features;

  MaximizationStep(Prior prior, double[] omega, int features) {
    this.prior = prior;
    this.omega = omega;
    this.features = features;
  }

  /** New parameters; λ holds the prior precisions, columns of labels using {@code labelLambda}. */
  Factors run(
      FactorStatistics s, Factors old, double[] lambda, double labelLambda, Workers workers) {
    int p = s.columns;
    int d = s.d;
    double[] mu = new double[p];
    double[] V = new double[p * d];
    double[] residual = new double[p];
    double[] C = prior.uncertainLoadings() ? new double[p * Packed.length(d)] : null;
    Factors next = new Factors(d, mu, V, new double[p], C);
    workers.run(
        (p + COLUMNS - 1) / COLUMNS,
        (worker, block) -> {
          Work w = new Work(d);
          for (int j = block * COLUMNS; j < Math.min(p, (block + 1) * COLUMNS); j++) {
            w.fill(lambda, j < features ? Double.NaN : labelLambda);
            residual[j] = column(s, j, old.psi()[j], next, w);
          }
        });
    noise(s, residual, next.psi());
    return next;
  }

  /** Loadings and mean of one column; returns the expected sum of squared residuals. */
  private double column(FactorStatistics s, int j, double psi, Factors next, Work w) {
    int d = s.d;
    double n = s.count(j);
    if (!(n > 0)) {
      return 0;
    }
    double noise = psi / omega[j];
    System.arraycopy(s.gram, j * s.width, w.normal, 0, s.width);
    for (int k = 0; k < d; k++) {
      w.normal[Packed.at(k, k)] += noise * w.lambda[k];
    }
    for (double ridge = 1e-14; !w.extended.factor(w.normal, 0); ridge *= 10) {
      for (int k = 0; k <= d; k++) {
        w.normal[Packed.at(k, k)] *= 1 + ridge;
      }
    }
    double[] theta = w.theta;
    System.arraycopy(s.xa, j * d, theta, 0, d);
    theta[d] = s.x[j];
    w.extended.solve(theta);
    System.arraycopy(theta, 0, next.V(), j * d, d);
    next.mu()[j] = theta[d];
    // Σ E(x − θᵀβ)² = xx − 2 θᵀ(xa, x) + θᵀ gram θ
    java.util.Arrays.fill(w.product, 0);
    Packed.multiply(s.gram, j * s.width, theta, w.product, d + 1);
    double residual = s.xx[j];
    for (int k = 0; k <= d; k++) {
      double rhs = k < d ? s.xa[j * d + k] : s.x[j];
      residual += theta[k] * (w.product[k] - 2 * rhs);
    }
    double[] C = next.C();
    if (C != null) {
      residual += covariance(s, j, noise, C, w);
    }
    return Math.max(0, residual);
  }

  /** C_j, and tr(gram_j C_j): what uncertain loadings add to the expected residual. */
  private static double covariance(FactorStatistics s, int j, double noise, double[] C, Work w) {
    int d = s.d;
    int q = Packed.length(d);
    for (int k = 0; k < q; k++) {
      w.normal[k] = s.gram[j * s.width + k] / noise;
    }
    for (int k = 0; k < d; k++) {
      w.normal[Packed.at(k, k)] += w.lambda[k];
    }
    if (!w.plain.factor(w.normal, 0)) {
      throw new ArithmeticException(
          "precision of the loadings of column " + j + " is not positive");
    }
    w.plain.inverse(C, j * q);
    double trace = 0;
    for (int i = 0, k = 0; i < d; i++) {
      for (int l = 0; l <= i; l++, k++) {
        trace += (l == i ? 1 : 2) * s.gram[j * s.width + k] * C[j * q + k];
      }
    }
    return trace;
  }

  /**
   * ψ_j = (residual_j + κν) / (n_j + κ), pooled over features when isotropic, never below the
   * floor.
   */
  private void noise(FactorStatistics s, double[] residual, double[] psi) {
    double kappa = prior.noiseStrength();
    double prior0 = kappa * prior.noiseMean();
    double sum = prior0;
    double count = kappa;
    for (int j = 0; j < psi.length; j++) {
      double n = s.count(j);
      if (j < features && prior.isotropic()) {
        sum += residual[j];
        count += n;
      } else {
        psi[j] = n + kappa > 0 ? (residual[j] + prior0) / (n + kappa) : 1;
      }
    }
    for (int j = 0; j < psi.length; j++) {
      if (j < features && prior.isotropic()) {
        psi[j] = sum / count;
      }
      psi[j] = Math.max(psi[j], prior.noiseFloor());
    }
  }

  /** Workspace. */
  private static final class Work {
    final SpdFactor extended;
    final SpdFactor plain;
    final double[] normal;
    final double[] theta;
    final double[] product;
    final double[] lambda;

    Work(int d) {
      extended = new SpdFactor(d + 1);
      plain = new SpdFactor(d);
      normal = new double[Packed.length(d + 1)];
      theta = new double[d + 1];
      product = new double[d + 1];
      lambda = new double[d];
    }

    void fill(double[] shared, double own) {
      for (int k = 0; k < lambda.length; k++) {
        lambda[k] = Double.isNaN(own) ? shared[k] : own;
      }
    }
  }
}
