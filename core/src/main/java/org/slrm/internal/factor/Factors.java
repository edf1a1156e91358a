package org.slrm.internal.factor;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Parameters of x_j = μ_j + V_jᵀα + N(0, ψ_j), α ~ N(0, I), for all columns j: first the features,
 * then the labels (M-2).
 *
 * @param d rank
 * @param mu column means
 * @param V loadings, row-major columns × d
 * @param psi noise variances
 */
public record Factors(int d, double[] mu, double[] V, double[] psi) implements Serializable {
  /** Number of columns. */
  public int columns() {
    return mu.length;
  }

  /** The first k directions; meant for a canonical basis. */
  public Factors truncated(int k) {
    int p = columns();
    double[] v = new double[p * k];
    for (int j = 0; j < p; j++) {
      System.arraycopy(V, j * d, v, j * k, k);
    }
    return new Factors(k, mu.clone(), v, psi.clone());
  }

  /** The columns from {@code from} to {@code to}, the latter not included. */
  public Factors columns(int from, int to) {
    return new Factors(
        d,
        Arrays.copyOfRange(mu, from, to),
        Arrays.copyOfRange(V, from * d, to * d),
        Arrays.copyOfRange(psi, from, to));
  }

  /** These columns followed by others of the same rank. */
  public Factors with(Factors more) {
    return new Factors(d, joined(mu, more.mu), joined(V, more.V), joined(psi, more.psi));
  }

  /** The same model in codes α' = R⁻¹(α − ν): V ← V R, μ ← μ + V ν, for row-major d×d R. */
  public Factors transformed(double[] R, double[] nu) {
    int p = columns();
    double[] m = new double[p];
    double[] v = new double[p * d];
    for (int j = 0; j < p; j++) {
      double shift = 0;
      for (int k = 0; k < d; k++) {
        double f = V[j * d + k];
        shift += f * nu[k];
        for (int l = 0; l < d; l++) {
          v[j * d + l] += f * R[k * d + l];
        }
      }
      m[j] = mu[j] + shift;
    }
    return new Factors(d, m, v, psi);
  }

  private static double[] joined(double[] a, double[] b) {
    double[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }
}
