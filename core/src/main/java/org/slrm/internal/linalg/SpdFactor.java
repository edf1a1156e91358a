package org.slrm.internal.linalg;

import java.util.Arrays;

/**
 * A = UᵀU for a packed symmetric positive definite A, with its workspace. U is held row-major so
 * that every inner loop runs over neighbours and becomes vector instructions. Not for two threads
 * at once.
 */
public final class SpdFactor {
  private static final int PIVOTS = 4;

  private final int d;
  private final int stride;
  private final double[] u;
  private final double[] w;

  /** Workspace for d×d matrices. */
  public SpdFactor(int d) {
    this.d = d;
    stride = (d + PIVOTS - 1) / PIVOTS * PIVOTS;
    u = new double[stride * stride];
    w = new double[d * d];
  }

  /** Factorises the packed matrix at {@code at}; false when a pivot is not positive. */
  public boolean factor(double[] a, int at) {
    int k = at;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        u[j * stride + i] = a[k];
      }
    }
    for (int p = 0; p < d; p += PIVOTS) {
      int end = Math.min(d, p + PIVOTS);
      if (!Kernels.active().factorPanel(u, stride, p, end - p)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Factorises a matrix that is positive definite but for rounding: while a pivot fails, the
   * diagonal is raised, by 1e-15 of itself at first and tenfold from then on. Alters {@code a}.
   */
  public void factorRidged(double[] a, int at) {
    double ridge = 1e-15;
    while (!factor(a, at)) {
      if (!(ridge < 1)) {
        throw new ArithmeticException(
            "a " + d + "x" + d + " matrix must be finite to be factorised");
      }
      for (int k = 0; k < d; k++) {
        a[at + Packed.at(k, k)] *= 1 + ridge;
      }
      ridge *= 10;
    }
  }

  /** y[yAt + j] −= f · x[xAt + j] for j in [from, to). */
  static void subtract(double[] y, int yAt, double[] x, int xAt, double f, int from, int to) {
    for (int j = from; j < to; j++) {
      y[yAt + j] -= f * x[xAt + j];
    }
  }

  /**
   * Four of {@link #subtract} at once: y[j] −= Σ_r f_r x_r[j], rows x_r and factors f_r being a
   * stride apart. One load and store of y for four products.
   */
  static void subtract4(
      double[] y,
      int yAt,
      double[] x,
      int xAt,
      int stride,
      double[] f,
      int fAt,
      int fStride,
      int from,
      int to) {
    double f0 = f[fAt];
    double f1 = f[fAt + fStride];
    double f2 = f[fAt + 2 * fStride];
    double f3 = f[fAt + 3 * fStride];
    int x1 = xAt + stride;
    int x2 = x1 + stride;
    int x3 = x2 + stride;
    for (int j = from; j < to; j++) {
      y[yAt + j] -= (f0 * x[xAt + j] + f1 * x[x1 + j]) + (f2 * x[x2 + j] + f3 * x[x3 + j]);
    }
  }

  /** The p-th pivot, U_pp². */
  public double pivot(int p) {
    return u[p * stride + p] * u[p * stride + p];
  }

  /** log det A. */
  public double logDeterminant() {
    double sum = 0;
    for (int p = 0; p < d; p++) {
      sum += Math.log(u[p * stride + p]);
    }
    return 2 * sum;
  }

  /** Solves Uᵀz = b in place. */
  public void forward(double[] b) {
    for (int i = 0; i < d; i++) {
      double z = b[i] / u[i * stride + i];
      b[i] = z;
      subtract(b, 0, u, i * stride, z, i + 1, d);
    }
  }

  /** Solves U x = z in place. */
  public void backward(double[] b) {
    for (int i = d - 1; i >= 0; i--) {
      double s0 = b[i];
      double s1 = 0;
      int j = i + 1;
      for (; j + 2 <= d; j += 2) {
        s0 -= u[i * stride + j] * b[j];
        s1 -= u[i * stride + j + 1] * b[j + 1];
      }
      if (j < d) {
        s0 -= u[i * stride + j] * b[j];
      }
      b[i] = (s0 + s1) / u[i * stride + i];
    }
  }

  /** Solves A x = b in place. */
  public void solve(double[] b) {
    forward(b);
    backward(b);
  }

  /** A⁻¹ = WᵀW with W = U⁻ᵀ (lower), packed to {@code out} from {@code at}. */
  public void inverse(double[] out, int at) {
    Arrays.fill(w, 0);
    // Row i of W = (e_i − Σ_{k<i} U_ki row_k) / U_ii
    for (int i = 0; i < d; i++) {
      int ri = i * d;
      int k = 0;
      for (; k + PIVOTS <= i; k += PIVOTS) {
        subtract4(w, ri, w, k * d, d, u, k * stride + i, stride, 0, k + PIVOTS);
      }
      for (; k < i; k++) {
        subtract(w, ri, w, k * d, u[k * stride + i], 0, k + 1);
      }
      double inv = 1 / u[i * stride + i];
      for (int j = 0; j < i; j++) {
        w[ri + j] *= inv;
      }
      w[ri + i] = inv;
    }
    Arrays.fill(out, at, at + Packed.length(d), 0);
    int i = 0;
    for (; i + PIVOTS <= d; i += PIVOTS) {
      Packed.addOuter4(out, at, w, i * d, d, i + PIVOTS);
    }
    for (; i < d; i++) {
      Packed.addOuter(out, at, 1, w, i * d, i + 1);
    }
  }
}
