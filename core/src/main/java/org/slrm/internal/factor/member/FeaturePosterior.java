package org.slrm.internal.factor.member;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Vectors;

/**
 * The posterior of a code given features alone, with what predictions need of it. One per thread.
 */
final class FeaturePosterior {
  private final Factors x;
  private final Posterior posterior;
  private final double[] v;
  private final double[] spaced;
  private int[] observed = new int[0];
  private int m;

  FeaturePosterior(Factors x, Posterior.Tables tables) {
    this.x = x;
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

  /** out_k = V_jᵀ sw / ψ_j for the k-th observed feature j. */
  void coefficients(double[] sw, double[] out) {
    System.arraycopy(sw, 0, spaced, 0, sw.length);
    posterior.scaledDots(observed, m, spaced, out);
  }

  /** V_jᵀ b. */
  double dot(int j, double[] b) {
    return Vectors.dot(x.V(), j * b.length, b, 0, b.length);
  }

  /**
   * Variance of feature j around its expectation: ψ_j + V_jᵀSV_j, and tr C_j for uncertain
   * loadings.
   */
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

  /** a = S Σ V_j r_j/ψ_j. */
  void code(double[] residual, double[] a) {
    Arrays.fill(a, 0);
    for (int k = 0; k < m; k++) {
      posterior.addTo(a, observed[k], residual[k]);
    }
    posterior.solve(a);
  }

  /** μ + V a with its variances (P-4). */
  void complete(double[] residual, double[] mean, double[] variance) {
    double[] a = new double[x.d()];
    code(residual, a);
    for (int j = 0; j < mean.length; j++) {
      mean[j] = x.mu()[j] + dot(j, a);
      variance[j] = variance(j);
    }
  }
}
