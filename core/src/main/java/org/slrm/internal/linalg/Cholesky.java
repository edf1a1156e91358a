package org.slrm.internal.linalg;

/** A = LLᵀ for a positive definite row-major d×d matrix; L overwrites the lower triangle. */
public final class Cholesky {
  private Cholesky() {}

  /**
   * Factorises in place using the lower triangle only. False when a pivot falls below {@code
   * tolerance} times its diagonal entry: a factorisation can succeed on rounding noise.
   */
  public static boolean factor(double[] a, int d, double tolerance) {
    for (int i = 0; i < d; i++) {
      int ri = i * d;
      double diagonal = a[ri + i];
      for (int j = 0; j < i; j++) {
        int rj = j * d;
        double sum = a[ri + j];
        for (int k = 0; k < j; k++) {
          sum -= a[ri + k] * a[rj + k];
        }
        a[ri + j] = sum / a[rj + j];
      }
      double pivot = diagonal;
      for (int k = 0; k < i; k++) {
        pivot -= a[ri + k] * a[ri + k];
      }
      if (!(pivot > tolerance * diagonal)) {
        return false;
      }
      a[ri + i] = Math.sqrt(pivot);
    }
    return true;
  }

  /** Solves LLᵀ x = b in place. */
  public static void solve(double[] l, int d, double[] b) {
    forward(l, d, b);
    backward(l, d, b);
  }

  /** Solves L z = b in place. */
  public static void forward(double[] l, int d, double[] b) {
    for (int i = 0; i < d; i++) {
      double sum = b[i];
      for (int k = 0; k < i; k++) {
        sum -= l[i * d + k] * b[k];
      }
      b[i] = sum / l[i * d + i];
    }
  }

  /** Solves Lᵀ x = z in place. */
  public static void backward(double[] l, int d, double[] b) {
    for (int i = d - 1; i >= 0; i--) {
      double x = b[i] / l[i * d + i];
      b[i] = x;
      for (int k = 0; k < i; k++) {
        b[k] -= l[i * d + k] * x;
      }
    }
  }

  /** log det A = 2 Σ log L_ii. */
  public static double logDeterminant(double[] l, int d) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += Math.log(l[i * d + i]);
    }
    return 2 * sum;
  }

  /** A⁻¹ = L⁻ᵀL⁻¹, packed to {@code out} from {@code at}; {@code l} is overwritten by L⁻¹. */
  public static void inverse(double[] l, int d, double[] out, int at) {
    // L⁻¹ row by row: row i of L⁻¹ = (e_i − Σ_{k<i} L_ik row_k) / L_ii
    for (int i = 0; i < d; i++) {
      int ri = i * d;
      double inv = 1 / l[ri + i];
      for (int k = 0; k < i; k++) {
        double f = l[ri + k];
        l[ri + k] = 0;
        int rk = k * d;
        for (int j = 0; j <= k; j++) {
          l[ri + j] -= f * l[rk + j];
        }
      }
      for (int j = 0; j < i; j++) {
        l[ri + j] *= inv;
      }
      l[ri + i] = inv;
    }
    java.util.Arrays.fill(out, at, at + Packed.length(d), 0);
    for (int i = 0; i < d; i++) {
      Packed.addOuter(out, at, 1, l, i * d, i + 1);
    }
  }
}
