package org.slrm.internal.factor;

import java.util.Arrays;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;

/**
 * Sums over β = (α, 1) transformed to sums over β' = Tβ for whitened scores (O-4): α' = R⁻¹(α − ν),
 * so T = [[R⁻¹, −R⁻¹ν], [0, 1]]. Has a workspace: for one thread.
 */
final class ScoreTransform {
  private final int d;
  private final double[] T;
  private final double[] full;
  private final double[] half;
  private final double[] code;

  ScoreTransform(Whitening w, int d) {
    this.d = d;
    int b = d + 1;
    T = new double[b * b];
    T[b * b - 1] = 1;
    full = new double[b * b];
    half = new double[b * b];
    code = new double[b];
    double[] column = new double[d];
    for (int k = 0; k <= d; k++) {
      for (int i = 0; i < d; i++) {
        column[i] = k == d ? -w.nu()[i] : i == k ? 1 : 0;
      }
      Cholesky.forward(w.R(), d, column);
      for (int i = 0; i < d; i++) {
        T[i * b + k] = column[i];
      }
    }
  }

  /** G ← T G Tᵀ for the packed G at {@code at}. */
  void outer(double[] g, int at) {
    int b = d + 1;
    Packed.unpack(g, at, full, b);
    Arrays.fill(half, 0);
    // half = T full
    for (int i = 0; i < b; i++) {
      for (int k = 0; k < b; k++) {
        double t = T[i * b + k];
        for (int l = 0; t != 0 && l < b; l++) {
          half[i * b + l] += t * full[k * b + l];
        }
      }
    }
    for (int i = 0, to = at; i < b; i++) {
      for (int j = 0; j <= i; j++, to++) {
        double sum = 0;
        for (int k = 0; k < b; k++) {
          sum += half[i * b + k] * T[j * b + k];
        }
        g[to] = sum;
      }
    }
  }

  /** Σ x α' = R⁻¹(Σ x α − ν Σ x). */
  void cross(double[] xa, int at, double x) {
    System.arraycopy(xa, at, code, 0, d);
    code[d] = x;
    for (int i = 0; i < d; i++) {
      double sum = 0;
      for (int k = 0; k <= d; k++) {
        sum += T[i * (d + 1) + k] * code[k];
      }
      xa[at + i] = sum;
    }
  }
}
