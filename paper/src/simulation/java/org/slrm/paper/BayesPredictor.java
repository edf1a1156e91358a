package org.slrm.paper;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.Patterns;

/**
 * E[y | x_Ω] and its error for a known truth. With A = U_Ω diag(s), v = diag(s) w and codes z ~
 * N(0, I): ŷ = b + vᵀ(AᵀA + σ²I)⁻¹Aᵀ(x_Ω − μ_Ω), error (B-1) = σ² vᵀ(AᵀA + σ²I)⁻¹v + σ_y². For
 * small σ the singular values of A are used, whose limit at σ = 0 is exact: directions in the row
 * space of A are known, others keep their prior.
 */
final class BayesPredictor {
  /** Below this fraction of the largest variance the normal equations lose precision. */
  private static final double SMALL_NOISE = 1e-6;

  /** A singular value below this fraction of the largest counts as zero. */
  private static final double ZERO = 1e-10;

  private final Simulation.Truth truth;
  private final double[] basis;
  private final double[] scales;
  private final double[] featureMean;
  private final int d;
  private final double[] v;
  private final double sigma2;
  private final double[] coefficient;
  private double variance;

  BayesPredictor(Simulation.Truth truth) {
    this.truth = truth;
    basis = truth.basis();
    scales = truth.scales();
    featureMean = truth.mean();
    double[] w = truth.coefficients();
    d = truth.rank();
    v = new double[d];
    for (int k = 0; k < d; k++) {
      v[k] = scales[k] * w[k];
    }
    sigma2 = truth.noiseX() * truth.noiseX();
    coefficient = new double[truth.features()];
  }

  Simulation.Bayes predict(IncompleteMatrix x) {
    Checks.equal("columns", x.columns(), "features of the truth", truth.features());
    double[] mean = new double[x.rows()];
    double[] variances = new double[x.rows()];
    Patterns patterns = Patterns.of(x);
    for (int g = 0; g < patterns.groups(); g++) {
      int first = patterns.row(patterns.start(g));
      solve(x, x.rowStart(first), x.observed(first));
      for (int q = patterns.start(g); q < patterns.start(g + 1); q++) {
        int i = patterns.row(q);
        mean[i] = truth.intercept();
        for (int e = 0; e < x.observed(i); e++) {
          int k = x.rowStart(i) + e;
          mean[i] += coefficient[e] * (x.value(k) - featureMean[x.column(k)]);
        }
        variances[i] = variance + truth.noiseY() * truth.noiseY();
      }
    }
    return new Simulation.Bayes(mean, variances);
  }

  /** Coefficients and variance for the pattern of m entries from {@code from}. */
  private void solve(IncompleteMatrix x, int from, int m) {
    double[] a = new double[m * d];
    for (int e = 0; e < m; e++) {
      for (int k = 0; k < d; k++) {
        a[e * d + k] = basis[x.column(from + e) * d + k] * scales[k];
      }
    }
    double largest = Arrays.stream(scales).max().orElse(1);
    if (m == 0) {
      variance = Vectors.dot(v, 0, v, 0, d);
    } else if (sigma2 >= SMALL_NOISE * largest * largest) {
      solveNoisy(a, m);
    } else {
      solveNearlyExact(a, m);
    }
  }

  private void solveNoisy(double[] a, int m) {
    double[] gram = new double[d * d];
    for (int e = 0; e < m; e++) {
      for (int k = 0; k < d; k++) {
        Vectors.add(gram, k * d, a[e * d + k], a, e * d, k + 1);
      }
    }
    for (int k = 0; k < d; k++) {
      gram[k * d + k] += sigma2;
    }
    if (!Cholesky.factor(gram, d, 0)) {
      throw new ArithmeticException("posterior of the codes is not positive definite");
    }
    // u = (AᵀA + σ²I)⁻¹ v; coefficients A u; variance σ² vᵀu
    double[] u = v.clone();
    Cholesky.solve(gram, d, u);
    for (int e = 0; e < m; e++) {
      coefficient[e] = Vectors.dot(a, e * d, u, 0, d);
    }
    variance = sigma2 * Vectors.dot(v, 0, u, 0, d);
  }

  /** A = P diag(a) Qᵀ: variance ‖v‖² − Σ a_k²/(a_k² + σ²) (vᵀq_k)². */
  private void solveNearlyExact(double[] a, int m) {
    Decompositions.Svd svd = Decompositions.svd(a, m, d);
    int rank = svd.s().length;
    Arrays.fill(coefficient, 0, m, 0);
    variance = Vectors.dot(v, 0, v, 0, d);
    for (int k = 0; k < rank && svd.s()[k] > ZERO * svd.s()[0]; k++) {
      double along = 0;
      for (int l = 0; l < d; l++) {
        along += v[l] * svd.v()[l * rank + k];
      }
      double square = svd.s()[k] * svd.s()[k];
      variance -= square / (square + sigma2) * along * along;
      for (int e = 0; e < m; e++) {
        coefficient[e] += svd.u()[e * rank + k] * along * svd.s()[k] / (square + sigma2);
      }
    }
    // Rounding leaves a small variance where everything is known.
    variance = variance < 1e-14 * Vectors.dot(v, 0, v, 0, d) ? 0 : variance;
  }
}
