package org.slrm.internal.factor;

import java.io.Serializable;
import java.util.List;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;

/**
 * M step (L-3): for every column least squares of x_j on β = (α, 1), shrunk by the loadings' prior,
 * then its noise from the residuals:
 *
 * <pre>
 * (gram_j + ψ_j/ω_j λ I) θ_j = (xa_j, x_j),   ψ_j = (ω_j Σ E(x_j − θ_jᵀβ)² + κν) / (ω_j n_j + κ)
 * </pre>
 *
 * For labels without Gaussian noise the sums are those of their entries (Y-1), λ is divided by the
 * prior variance of η, and ψ_j stays 1.
 *
 * @param prior prior of loadings and noises
 * @param omega column weights
 * @param features number of features, the first of the columns
 */
public record MaximizationStep(Prior prior, double[] omega, int features) {
  private static final int COLUMNS = 16;

  /**
   * The results for the columns from {@code first} on.
   *
   * @param first the first of them
   * @param mu their means
   * @param V their loadings
   * @param residual their expected sums of squared residuals
   * @param count the weight of the rows where they are observed
   */
  public record ColumnParameters(
      int first, double[] mu, double[] V, double[] residual, double[] count)
      implements Serializable {}

  /** New parameters from the statistics under the old ones. */
  public Factors run(FactorStatistics s, Factors old, Workers workers) {
    return finished(List.of(columns(s, 0, old, workers)), old);
  }

  /** Loadings and means of columns from {@code first} on, given their statistics. */
  public ColumnParameters columns(FactorStatistics s, int first, Factors old, Workers workers) {
    int p = s.columns;
    int d = s.d;
    ColumnParameters next =
        new ColumnParameters(first, new double[p], new double[p * d], new double[p], new double[p]);
    workers.run(
        (p + COLUMNS - 1) / COLUMNS,
        (worker, block) -> {
          Work w = new Work(d);
          for (int j = block * COLUMNS; j < Math.min(p, (block + 1) * COLUMNS); j++) {
            double noise = old.psi()[first + j] / omega[first + j];
            double spread = old.label(first + j).spread();
            next.residual[j] = column(s, j, noise / spread, next, w);
            next.count[j] = s.count(j);
          }
        });
    return next;
  }

  /** The parameters of all columns, with noises from their residuals. */
  public Factors finished(List<ColumnParameters> parts, Factors old) {
    int p = old.columns();
    int d = old.d();
    Factors next = new Factors(d, new double[p], new double[p * d], new double[p], old.labels());
    double[] residual = new double[p];
    double[] count = new double[p];
    for (ColumnParameters part : parts) {
      int width = part.mu.length;
      System.arraycopy(part.mu, 0, next.mu(), part.first, width);
      System.arraycopy(part.V, 0, next.V(), part.first * d, width * d);
      System.arraycopy(part.residual, 0, residual, part.first, width);
      System.arraycopy(part.count, 0, count, part.first, width);
    }
    noise(count, residual, next.psi());
    for (int j = p - old.labels().size(); j < p; j++) {
      next.psi()[j] = next.label(j).estimatesNoise() ? next.psi()[j] : old.psi()[j];
    }
    return next;
  }

  /** Loadings and mean of one column; returns the expected sum of squared residuals. */
  private double column(FactorStatistics s, int j, double noise, ColumnParameters next, Work w) {
    int d = s.d;
    if (!(s.count(j) > 0)) {
      return 0;
    }
    System.arraycopy(s.gram, j * s.width, w.normal, 0, s.width);
    for (int k = 0; k < d; k++) {
      w.normal[Packed.at(k, k)] += noise * prior.loadingPrecision();
    }
    w.factor.factorRidged(w.normal, 0);
    double[] theta = w.theta;
    System.arraycopy(s.xa, j * d, theta, 0, d);
    theta[d] = s.x[j];
    w.factor.solve(theta);
    System.arraycopy(theta, 0, next.V, j * d, d);
    next.mu[j] = theta[d];
    // Σ E(x − θᵀβ)² = xx − 2 θᵀ(xa, x) + θᵀ gram θ
    Packed.multiply(s.gram, j * s.width, theta, w.product, d + 1);
    double residual = s.xx[j];
    for (int k = 0; k <= d; k++) {
      double rhs = k < d ? s.xa[j * d + k] : s.x[j];
      residual += theta[k] * (w.product[k] - 2 * rhs);
    }
    return Math.max(0, residual);
  }

  /** Noises from the residuals, pooled over the features when isotropic, never below the floor. */
  private void noise(double[] weight, double[] residual, double[] psi) {
    double kappa = prior.noiseStrength();
    double kappaNu = kappa * prior.noiseMean();
    double sum = kappaNu;
    double count = kappa;
    for (int j = 0; j < psi.length; j++) {
      double n = omega[j] * weight[j];
      psi[j] = n + kappa > 0 ? (omega[j] * residual[j] + kappaNu) / (n + kappa) : 1;
      if (j < features) {
        sum += residual[j];
        count += n;
      }
    }
    for (int j = 0; j < psi.length; j++) {
      psi[j] = prior.isotropic() && j < features ? sum / count : psi[j];
      psi[j] = Math.max(psi[j], Math.max(prior.noiseFloor(), Double.MIN_NORMAL));
    }
  }

  /** Workspace. */
  private static final class Work {
    final SpdFactor factor;
    final double[] normal;
    final double[] theta;
    final double[] product;

    Work(int d) {
      factor = new SpdFactor(d + 1);
      normal = new double[Packed.length(d + 1)];
      theta = new double[d + 1];
      product = new double[d + 1];
    }
  }
}
