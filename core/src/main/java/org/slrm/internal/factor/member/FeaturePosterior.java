package org.slrm.internal.factor.member;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Vectors;

/** The posterior of the factor scores given the features, for predictions. One per thread. */
final class FeaturePosterior {
  private final Factors x;
  private final Posterior posterior;
  private final double[] center;
  private final double[] v;
  private final double[] spaced;
  private int[] observed = new int[0];
  private int m;

  FeaturePosterior(Factors x, Posterior.Tables tables) {
    this(x, tables, x.mu());
  }

  /** A posterior whose residuals are differences from other centers than the means. */
  FeaturePosterior(Factors x, Posterior.Tables tables, double[] center) {
    this.x = x;
    this.center = center;
    posterior = new Posterior(tables);
    v = new double[x.d()];
    spaced = new double[x.d() + Kernels.SPARE];
  }

  void pattern(int[] columns, int count) {
    observed = columns;
    m = count;
    posterior.pattern(columns, count);
  }

  /** b ← S b. */
  void solve(double[] b) {
    posterior.solve(b);
  }

  /** S packed. */
  void covariance(double[] out) {
    posterior.covariance(out, 0);
  }

  /** out_k = V_jᵀ sw / ψ_j for the k-th observed feature j. */
  void coefficients(double[] sw, double[] out) {
    System.arraycopy(sw, 0, spaced, 0, sw.length);
    posterior.scaledDots(observed, m, spaced, out);
  }

  /** V_jᵀ b. */
  double dot(int j, double[] b) {
    return Vectors.dot(x.V(), j * b.length, b, 0, b.length);
  }

  /** Predictive variance of feature j: ψ_j + V_jᵀSV_j, plus tr C_j for uncertain loadings. */
  double variance(int j) {
    System.arraycopy(x.V(), j * v.length, v, 0, v.length);
    posterior.solve(v);
    return x.psi()[j] + dot(j, v);
  }

  void forEachMissing(IntConsumer action) {
    for (int j = 0, e = 0; j < x.columns(); j++) {
      if (e < m && observed[e] == j) {
        e++;
      } else {
        action.accept(j);
      }
    }
  }

  /** The difference from the mean, of a difference from the center. */
  private double fromMean(double[] residual, int e) {
    return residual[e] + (center[observed[e]] - x.mu()[observed[e]]);
  }

  /** a = S Σ V_j r_j/ψ_j. */
  void code(double[] residual, double[] a) {
    Arrays.fill(a, 0);
    for (int k = 0; k < m; k++) {
      posterior.addTo(a, observed[k], fromMean(residual, k));
    }
    posterior.solve(a);
  }

  /** log p(x_Ω) (U-5): −½ [Σ log 2πψ_j + log det S⁻¹ + Σ r_j²/ψ_j − hᵀa]. */
  double logDensity(double[] residual) {
    double sum = posterior.logDeterminant();
    double[] h = new double[x.d()];
    for (int e = 0; e < m; e++) {
      double psi = x.psi()[observed[e]];
      double r = fromMean(residual, e);
      sum += Math.log(2 * Math.PI * psi) + r * r / psi;
      posterior.addTo(h, observed[e], r);
    }
    double[] a = h.clone();
    posterior.solve(a);
    return -0.5 * (sum - Vectors.dot(h, 0, a, 0, a.length));
  }

  /**
   * The terms of log p(x_Ω) by entry (U-9): each has the noise and square of its entry, r_j(r_j −
   * V_jᵀa)/ψ_j, and a part of log det S⁻¹ in proportion to V_jᵀSV_j/ψ_j.
   */
  void logDensities(double[] residual, double[] out) {
    double[] a = new double[x.d()];
    code(residual, a);
    double[] leverage = new double[m];
    double total = 0;
    for (int e = 0; e < m; e++) {
      double psi = x.psi()[observed[e]];
      leverage[e] = variance(observed[e]) / psi - 1;
      total += leverage[e];
    }
    for (int e = 0; e < m; e++) {
      double psi = x.psi()[observed[e]];
      double r = fromMean(residual, e);
      double fit = r * (r - dot(observed[e], a)) / psi;
      double logDeterminantPart =
          total > 0 ? posterior.logDeterminant() * (leverage[e] / total) : 0;
      out[e] = -0.5 * (Math.log(2 * Math.PI * psi) + fit + logDeterminantPart);
    }
  }

  /** μ + V a of one feature. */
  double expected(double[] residual, int feature) {
    double[] a = new double[x.d()];
    code(residual, a);
    return x.mu()[feature] + dot(feature, a);
  }

  /** μ + V a with its variances (P-4). */
  void impute(double[] residual, double[] mean, double[] variance) {
    double[] a = new double[x.d()];
    code(residual, a);
    for (int j = 0; j < mean.length; j++) {
      mean[j] = x.mu()[j] + dot(j, a);
      variance[j] = variance(j);
    }
  }
}
