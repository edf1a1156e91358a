package org.slrm.internal.linalg;

import static org.slrm.internal.linalg.Fused.fma;

/** Four rows of a Cholesky factor at a time, in plain loops; see {@link Kernels#factorPanel}. */
public final class Panel {
  private Panel() {}

  static boolean factor(double[] u, int at, int stride, int above, int p, double[] inverse) {
    int to = at + p * stride;
    for (int r = 0; r < 4; r += 2) {
      int y = to + r * stride;
      int from = at - above * stride;
      for (; from + 4 * stride <= to; from += 4 * stride) {
        take4(u, y, from, stride, p + r, p);
      }
      for (; from < to; from += stride) {
        take(u, y, from, stride, p + r, p);
        take(u, y + stride, from, stride, p + r + 1, p);
      }
    }
    if (!corner(u, to + p, stride, p, inverse)) {
      return false;
    }
    finish(u, to, stride, p, inverse);
    return true;
  }

  /** Subtracts U_kr U_k for the row k at x from the row at y, from column p on. */
  private static void take(double[] u, int y, int x, int stride, int r, int p) {
    double f = -u[x + r];
    for (int j = p; j < stride; j++) {
      u[y + j] = fma(f, u[x + j], u[y + j]);
    }
  }

  /** Subtracts four rows from x on from the rows at y and y + stride, with one load for both. */
  private static void take4(double[] u, int y, int x, int stride, int r, int p) {
    int x1 = x + stride;
    int x2 = x1 + stride;
    int x3 = x2 + stride;
    int z = y + stride;
    double f0 = -u[x + r];
    double f1 = -u[x1 + r];
    double f2 = -u[x2 + r];
    double f3 = -u[x3 + r];
    double g0 = -u[x + r + 1];
    double g1 = -u[x1 + r + 1];
    double g2 = -u[x2 + r + 1];
    double g3 = -u[x3 + r + 1];
    for (int j = p; j < stride; j++) {
      double v0 = u[x + j];
      double v1 = u[x1 + j];
      double v2 = u[x2 + j];
      double v3 = u[x3 + j];
      u[y + j] = fma(f3, v3, fma(f2, v2, fma(f1, v1, fma(f0, v0, u[y + j]))));
      u[z + j] = fma(g3, v3, fma(g2, v2, fma(g1, v1, fma(g0, v0, u[z + j]))));
    }
  }

  /**
   * The 4×4 block on the diagonal: 1/U_rr to {@code inverse}, the six entries of U above it to the
   * end of {@code inverse}, from where the columns behind are finished; false when a pivot is not
   * positive.
   */
  public static boolean corner(double[] u, int at, int stride, int p, double[] inverse) {
    int s = at + stride;
    int t = s + stride;
    double f0 = 1 / Math.sqrt(u[at]);
    double u01 = u[at + 1] * f0;
    double u02 = u[at + 2] * f0;
    double u03 = u[at + 3] * f0;
    double p1 = u[s + 1] - u01 * u01;
    double f1 = 1 / Math.sqrt(p1);
    double u12 = (u[s + 2] - u01 * u02) * f1;
    double u13 = (u[s + 3] - u01 * u03) * f1;
    double p2 = u[t + 2] - u02 * u02 - u12 * u12;
    double f2 = 1 / Math.sqrt(p2);
    double u23 = (u[t + 3] - u02 * u03 - u12 * u13) * f2;
    double p3 = u[t + stride + 3] - u03 * u03 - u13 * u13 - u23 * u23;
    inverse[p] = f0;
    inverse[p + 1] = f1;
    inverse[p + 2] = f2;
    inverse[p + 3] = 1 / Math.sqrt(p3);
    inverse[stride] = u01;
    inverse[stride + 1] = u02;
    inverse[stride + 2] = u03;
    inverse[stride + 3] = u12;
    inverse[stride + 4] = u13;
    inverse[stride + 5] = u23;
    return u[at] > 0 && p1 > 0 && p2 > 0 && p3 > 0;
  }

  /** Columns from p on of the four rows, once {@link #corner} is known. */
  private static void finish(double[] u, int at, int stride, int p, double[] inverse) {
    double u01 = inverse[stride];
    double u02 = inverse[stride + 1];
    double u03 = inverse[stride + 2];
    double u12 = inverse[stride + 3];
    double u13 = inverse[stride + 4];
    double u23 = inverse[stride + 5];
    int r1 = at + stride;
    int r2 = r1 + stride;
    int r3 = r2 + stride;
    for (int j = p; j < stride; j++) {
      double t0 = u[at + j] * inverse[p];
      double t1 = (u[r1 + j] - t0 * u01) * inverse[p + 1];
      double t2 = (u[r2 + j] - t0 * u02 - t1 * u12) * inverse[p + 2];
      double t3 = (u[r3 + j] - t0 * u03 - t1 * u13 - t2 * u23) * inverse[p + 3];
      u[at + j] = t0;
      u[r1 + j] = t1;
      u[r2 + j] = t2;
      u[r3 + j] = t3;
    }
  }

  static void solve(double[] u, int at, int stride, double[] inverse, double[] b) {
    for (int p = 0; p < stride; p += 4) {
      forward(u, at + p * stride, stride, p, inverse, b);
    }
    for (int p = stride - 4; p >= 0; p -= 4) {
      backward(u, at + p * stride, stride, p, inverse, b);
    }
  }

  private static void forward(double[] u, int r, int stride, int p, double[] inverse, double[] b) {
    int s = r + stride;
    int t = s + stride;
    int v = t + stride;
    double z0 = b[p] * inverse[p];
    double z1 = (b[p + 1] - u[r + p + 1] * z0) * inverse[p + 1];
    double z2 = (b[p + 2] - u[r + p + 2] * z0 - u[s + p + 2] * z1) * inverse[p + 2];
    double z3 = b[p + 3] - u[r + p + 3] * z0 - u[s + p + 3] * z1 - u[t + p + 3] * z2;
    z3 *= inverse[p + 3];
    b[p] = z0;
    b[p + 1] = z1;
    b[p + 2] = z2;
    b[p + 3] = z3;
    for (int j = p + 4; j < stride; j++) {
      double c = fma(u[s + j], -z1, fma(u[r + j], -z0, b[j]));
      b[j] = c + fma(u[v + j], -z3, u[t + j] * -z2);
    }
  }

  private static void backward(double[] u, int r, int stride, int p, double[] inverse, double[] b) {
    int s = r + stride;
    int t = s + stride;
    int v = t + stride;
    int n = stride - p - 4;
    double c0 = dot(u, r + p + 4, b, p + 4, n);
    double c1 = dot(u, s + p + 4, b, p + 4, n);
    double c2 = dot(u, t + p + 4, b, p + 4, n);
    double c3 = dot(u, v + p + 4, b, p + 4, n);
    double z3 = (b[p + 3] - c3) * inverse[p + 3];
    double z2 = (b[p + 2] - c2 - u[t + p + 3] * z3) * inverse[p + 2];
    double z1 = b[p + 1] - c1 - u[s + p + 2] * z2 - u[s + p + 3] * z3;
    z1 *= inverse[p + 1];
    double z0 = b[p] - c0 - u[r + p + 1] * z1 - u[r + p + 2] * z2 - u[r + p + 3] * z3;
    b[p] = z0 * inverse[p];
    b[p + 1] = z1;
    b[p + 2] = z2;
    b[p + 3] = z3;
  }

  /** Σ a_i b_i over n numbers, rounded up to a multiple of four, as four lanes add them up. */
  static double dot(double[] a, int fromA, double[] b, int fromB, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int i = 0; i < n; i += 4) {
      s0 = fma(a[fromA + i], b[fromB + i], s0);
      s1 = fma(a[fromA + i + 1], b[fromB + i + 1], s1);
      s2 = fma(a[fromA + i + 2], b[fromB + i + 2], s2);
      s3 = fma(a[fromA + i + 3], b[fromB + i + 3], s3);
    }
    return (s0 + s1) + (s2 + s3);
  }
}
