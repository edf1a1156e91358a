package org.slrm.internal.mixture;

import java.util.Arrays;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * The E step of a complete row z ~ θ° under parameters θ, in expectation over z. With h = VᵀΨ⁻¹(z −
 * μ), its mean g and covariance C, and a = Sh:
 *
 * <pre>
 * g = VᵀΨ⁻¹(μ° − μ),   C = GGᵀ + VᵀΨ⁻¹Ψ°Ψ⁻¹V,   G = VᵀΨ⁻¹V°
 * E[αα ᵀ] = S + S(C + ggᵀ)S,   E[α] = Sg,   E[z_jα] = μ°_j Sg + S(GV°_j + V_jψ°_j/ψ_j)
 * </pre>
 */
final class AnchorMoments {
  private final Factors one;
  private final Factors f;
  private final double[] precision;
  private final Posterior posterior;
  private final double[] g;
  private final double[] G;
  private final double[] second;

  private AnchorMoments(Factors one, Factors f, double[] omega) {
    this.one = one;
    this.f = f;
    int p = f.columns();
    int d = f.d();
    precision = new double[p];
    int[] all = new int[p];
    for (int j = 0; j < p; j++) {
      precision[j] = omega[j] / f.psi()[j];
      all[j] = j;
    }
    posterior = new Posterior(Posterior.Tables.lean(f, omega));
    posterior.pattern(all, p);
    g = new double[d];
    G = new double[d * one.d()];
    second = new double[d * d];
    sums(p, d, one.d());
  }

  static AnchorMoments of(Factors one, Factors theta, double[] omega) {
    return new AnchorMoments(one, theta, omega);
  }

  /** g, G and C + ggᵀ. */
  private void sums(int p, int d, int q) {
    double[] V = f.V();
    for (int j = 0; j < p; j++) {
      double noise = precision[j] * precision[j] * one.psi()[j];
      for (int k = 0; k < d; k++) {
        double v = precision[j] * V[j * d + k];
        g[k] += v * (one.mu()[j] - f.mu()[j]);
        Vectors.add(G, k * q, v, one.V(), j * q, q);
        Vectors.add(second, k * d, noise * V[j * d + k], V, j * d, d);
      }
    }
    for (int k = 0; k < d; k++) {
      for (int l = 0; l < d; l++) {
        second[k * d + l] += g[k] * g[l] + Vectors.dot(G, k * q, G, l * q, q);
      }
    }
  }

  /** Variance of column j under θ°. */
  static double variance(Factors one, int j) {
    return one.psi()[j] + Vectors.dot(one.V(), j * one.d(), one.V(), j * one.d(), one.d());
  }

  /** E[ββᵀ] of β = (α, 1), packed. */
  double[] outer() {
    int d = f.d();
    double[] out = new double[Packed.length(d + 1)];
    posterior.covariance(out, 0);
    double[] turned = new double[d * d];
    for (int k = 0; k < d; k++) {
      System.arraycopy(solved(Arrays.copyOfRange(second, k * d, (k + 1) * d)), 0, turned, k * d, d);
    }
    for (int l = 0; l < d; l++) {
      double[] column = new double[d];
      for (int k = 0; k < d; k++) {
        column[k] = turned[k * d + l];
      }
      solved(column);
      for (int k = l; k < d; k++) {
        out[Packed.at(k, l)] += column[k];
      }
    }
    double[] mean = solved(g.clone());
    System.arraycopy(mean, 0, out, Packed.length(d), d);
    out[out.length - 1] = 1;
    return out;
  }

  private double[] solved(double[] b) {
    posterior.solve(b);
    return b;
  }

  /** E[z_jα]. */
  void cross(int j, double[] out) {
    int d = f.d();
    int q = one.d();
    double noise = precision[j] * one.psi()[j];
    for (int k = 0; k < d; k++) {
      out[k] =
          one.mu()[j] * g[k] + Vectors.dot(G, k * q, one.V(), j * q, q) + noise * f.V()[j * d + k];
    }
    posterior.solve(out);
  }

  /** E[log p(z)] = −½ [Σ ω(log 2πψ_j + E(z_j − μ_j)²/ψ_j) + log det S⁻¹ − tr S(C + ggᵀ)]. */
  double logDensity() {
    double sum = posterior.logDeterminant();
    for (int j = 0; j < f.columns(); j++) {
      double apart = one.mu()[j] - f.mu()[j];
      double omega = precision[j] * f.psi()[j];
      sum += omega * Math.log(2 * Math.PI * f.psi()[j]);
      sum += precision[j] * (variance(one, j) + apart * apart);
    }
    int d = f.d();
    for (int k = 0; k < d; k++) {
      sum -= solved(Arrays.copyOfRange(second, k * d, (k + 1) * d))[k];
    }
    return -0.5 * sum;
  }
}
