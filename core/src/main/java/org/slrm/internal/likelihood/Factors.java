package org.slrm.internal.likelihood;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.linalg.Packed;

/**
 * Parameters of x_j = μ_j + V_jᵀα + N(0, ψ_j), α ~ N(0, I), for all columns j: first the features,
 * then the labels.
 *
 * @param d rank
 * @param mu column means
 * @param V loadings, row-major columns × d
 * @param psi noise variances
 * @param C posterior covariances of the loadings, packed, columns × d(d+1)/2; null when loadings
 *     are point estimates
 */
public record Factors(int d, double[] mu, double[] V, double[] psi, double @Nullable [] C) {
  /** Number of columns. */
  public int columns() {
    return mu.length;
  }

  /** The first k directions, covariances cut to match; meant for a canonical basis. */
  public Factors truncated(int k) {
    int p = columns();
    double[] v = new double[p * k];
    for (int j = 0; j < p; j++) {
      System.arraycopy(V, j * d, v, j * k, k);
    }
    double[] c = null;
    if (C != null) {
      int q = Packed.length(d);
      int qk = Packed.length(k);
      c = new double[p * qk];
      for (int j = 0; j < p; j++) {
        System.arraycopy(C, j * q, c, j * qk, qk);
      }
    }
    return new Factors(k, mu.clone(), v, psi.clone(), c);
  }

  /** The given columns only. */
  public Factors columns(int from, int to) {
    int q = Packed.length(d);
    return new Factors(
        d,
        Arrays.copyOfRange(mu, from, to),
        Arrays.copyOfRange(V, from * d, to * d),
        Arrays.copyOfRange(psi, from, to),
        C == null ? null : Arrays.copyOfRange(C, from * q, to * q));
  }

  /**
   * The same model in codes α' = R⁻¹(α − ν): V ← V R, μ ← μ + V ν, C ← RᵀCR, for row-major d×d R.
   */
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
    return new Factors(d, m, v, psi, C == null ? null : rotatedCovariances(C, R));
  }

  private double[] rotatedCovariances(double[] c, double[] R) {
    int q = Packed.length(d);
    double[] out = new double[c.length];
    double[] full = new double[d * d];
    double[] half = new double[d * d];
    for (int j = 0; j < columns(); j++) {
      Packed.unpack(c, j * q, full, d);
      Arrays.fill(half, 0);
      for (int i = 0; i < d; i++) {
        for (int k = 0; k < d; k++) {
          double f = full[i * d + k];
          for (int l = 0; l < d; l++) {
            half[i * d + l] += f * R[k * d + l];
          }
        }
      }
      Arrays.fill(full, 0);
      for (int k = 0; k < d; k++) {
        for (int i = 0; i < d; i++) {
          double f = R[k * d + i];
          for (int l = 0; l <= i; l++) {
            full[i * d + l] += f * half[k * d + l];
          }
        }
      }
      for (int i = 0, at = j * q; i < d; i++) {
        for (int l = 0; l <= i; l++, at++) {
          out[at] = full[i * d + l];
        }
      }
    }
    return out;
  }
}
