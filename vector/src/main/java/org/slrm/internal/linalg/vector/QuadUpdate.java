package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/** Products with, and updates of, four packed matrices side by side. */
final class QuadUpdate {
  private QuadUpdate() {}

  /** v = (A + Σ s u uᵀ) α over {@code count} u, at most three, and αᵀv. */
  static void multiply(
      double[] a,
      int at,
      double[] s,
      int fromS,
      double[] u,
      int from,
      int count,
      double[] alpha,
      double[] v,
      int d) {
    multiply(a, at, alpha, v, d);
    if (count > 0) {
      addWaiting(s, fromS, u, from, count, alpha, v, d);
    }
    dots(alpha, v, d);
  }

  /** v += Σ s u uᵀα, all u at once, in independent sums. */
  private static void addWaiting(
      double[] s, int fromS, double[] u, int u0, int count, double[] alpha, double[] v, int d) {
    // Absent ones are the first, with factor 0.
    int u1 = count > 1 ? u0 + d * LANES : u0;
    int u2 = count > 2 ? u1 + d * LANES : u0;
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector f0 = zero;
    DoubleVector f1 = zero;
    DoubleVector f2 = zero;
    DoubleVector g0 = zero;
    DoubleVector g1 = zero;
    DoubleVector g2 = zero;
    int c = 0;
    for (; c + 2 <= d; c += 2) {
      int t = c * LANES;
      DoubleVector x = broadcast(SPECIES, alpha[c]);
      f0 = fromArray(SPECIES, u, u0 + t).fma(x, f0);
      f1 = fromArray(SPECIES, u, u1 + t).fma(x, f1);
      f2 = fromArray(SPECIES, u, u2 + t).fma(x, f2);
      x = broadcast(SPECIES, alpha[c + 1]);
      g0 = fromArray(SPECIES, u, u0 + t + LANES).fma(x, g0);
      g1 = fromArray(SPECIES, u, u1 + t + LANES).fma(x, g1);
      g2 = fromArray(SPECIES, u, u2 + t + LANES).fma(x, g2);
    }
    if (c < d) {
      int t = c * LANES;
      DoubleVector x = broadcast(SPECIES, alpha[c]);
      f0 = fromArray(SPECIES, u, u0 + t).fma(x, f0);
      f1 = fromArray(SPECIES, u, u1 + t).fma(x, f1);
      f2 = fromArray(SPECIES, u, u2 + t).fma(x, f2);
    }
    f0 = f0.add(g0).mul(fromArray(SPECIES, s, fromS));
    f1 = count > 1 ? f1.add(g1).mul(fromArray(SPECIES, s, fromS + LANES)) : zero;
    f2 = count > 2 ? f2.add(g2).mul(fromArray(SPECIES, s, fromS + 2 * LANES)) : zero;
    for (int t = 0; t < d * LANES; t += LANES) {
      DoubleVector e = fromArray(SPECIES, u, u0 + t).fma(f0, fromArray(SPECIES, v, t));
      e = fromArray(SPECIES, u, u1 + t).fma(f1, e);
      fromArray(SPECIES, u, u2 + t).fma(f2, e).intoArray(v, t);
    }
  }

  /** αᵀv of each of the four, behind v. */
  private static void dots(double[] alpha, double[] v, int d) {
    DoubleVector even = DoubleVector.zero(SPECIES);
    DoubleVector odd = even;
    int c = 0;
    for (; c + 2 <= d; c += 2) {
      even = fromArray(SPECIES, v, c * LANES).fma(broadcast(SPECIES, alpha[c]), even);
      odd = fromArray(SPECIES, v, (c + 1) * LANES).fma(broadcast(SPECIES, alpha[c + 1]), odd);
    }
    if (c < d) {
      even = fromArray(SPECIES, v, c * LANES).fma(broadcast(SPECIES, alpha[c]), even);
    }
    even.add(odd).intoArray(v, d * LANES);
  }

  /** v = A α. */
  private static void multiply(double[] a, int at, double[] alpha, double[] v, int d) {
    int i = 0;
    int k = at;
    for (; i + 4 <= d; i += 4) {
      fourRows(a, k, alpha, v, i);
      k += (4 * i + 10) * LANES;
    }
    if (i + 2 <= d) {
      twoRows(a, k, alpha, v, i);
      k += (2 * i + 3) * LANES;
      i += 2;
    }
    if (i < d) {
      oneRow(a, k, alpha, v, i);
    }
  }

  /** The products of rows i to i+3 with the columns up to them. */
  private static void fourRows(double[] a, int k, double[] alpha, double[] v, int i) {
    int l = k + (i + 1) * LANES;
    int m = l + (i + 2) * LANES;
    int n = m + (i + 3) * LANES;
    DoubleVector f0 = broadcast(SPECIES, alpha[i]);
    DoubleVector f1 = broadcast(SPECIES, alpha[i + 1]);
    DoubleVector f2 = broadcast(SPECIES, alpha[i + 2]);
    DoubleVector f3 = broadcast(SPECIES, alpha[i + 3]);
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    int t = i * LANES;
    for (int c = 0; c < i; c++) {
      int j = c * LANES;
      DoubleVector x = broadcast(SPECIES, alpha[c]);
      DoubleVector o = fromArray(SPECIES, v, j);
      DoubleVector e = fromArray(SPECIES, a, k + j);
      s0 = e.fma(x, s0);
      o = e.fma(f0, o);
      e = fromArray(SPECIES, a, l + j);
      s1 = e.fma(x, s1);
      o = e.fma(f1, o);
      e = fromArray(SPECIES, a, m + j);
      s2 = e.fma(x, s2);
      o = e.fma(f2, o);
      e = fromArray(SPECIES, a, n + j);
      s3 = e.fma(x, s3);
      e.fma(f3, o).intoArray(v, j);
    }
    // The 4×4 block on the diagonal.
    s0 = fromArray(SPECIES, a, k + t).fma(f0, s0);
    DoubleVector e = fromArray(SPECIES, a, l + t);
    s0 = e.fma(f1, s0);
    s1 = e.fma(f0, s1);
    s1 = fromArray(SPECIES, a, l + t + LANES).fma(f1, s1);
    e = fromArray(SPECIES, a, m + t);
    s0 = e.fma(f2, s0);
    s2 = e.fma(f0, s2);
    e = fromArray(SPECIES, a, m + t + LANES);
    s1 = e.fma(f2, s1);
    s2 = e.fma(f1, s2);
    s2 = fromArray(SPECIES, a, m + t + 2 * LANES).fma(f2, s2);
    e = fromArray(SPECIES, a, n + t);
    s0 = e.fma(f3, s0);
    s3 = e.fma(f0, s3);
    e = fromArray(SPECIES, a, n + t + LANES);
    s1 = e.fma(f3, s1);
    s3 = e.fma(f1, s3);
    e = fromArray(SPECIES, a, n + t + 2 * LANES);
    s2 = e.fma(f3, s2);
    s3 = e.fma(f2, s3);
    s3 = fromArray(SPECIES, a, n + t + 3 * LANES).fma(f3, s3);
    s0.intoArray(v, t);
    s1.intoArray(v, t + LANES);
    s2.intoArray(v, t + 2 * LANES);
    s3.intoArray(v, t + 3 * LANES);
  }

  private static void twoRows(double[] a, int k, double[] alpha, double[] v, int i) {
    int l = k + (i + 1) * LANES;
    DoubleVector f0 = broadcast(SPECIES, alpha[i]);
    DoubleVector f1 = broadcast(SPECIES, alpha[i + 1]);
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    int t = i * LANES;
    for (int c = 0; c < i; c++) {
      int j = c * LANES;
      DoubleVector x = broadcast(SPECIES, alpha[c]);
      DoubleVector e = fromArray(SPECIES, a, k + j);
      DoubleVector g = fromArray(SPECIES, a, l + j);
      s0 = e.fma(x, s0);
      s1 = g.fma(x, s1);
      g.fma(f1, e.fma(f0, fromArray(SPECIES, v, j))).intoArray(v, j);
    }
    DoubleVector e = fromArray(SPECIES, a, l + t);
    e.fma(f1, fromArray(SPECIES, a, k + t).fma(f0, s0)).intoArray(v, t);
    fromArray(SPECIES, a, l + t + LANES).fma(f1, e.fma(f0, s1)).intoArray(v, t + LANES);
  }

  private static void oneRow(double[] a, int k, double[] alpha, double[] v, int i) {
    DoubleVector s = DoubleVector.zero(SPECIES);
    DoubleVector f = broadcast(SPECIES, alpha[i]);
    int t = i * LANES;
    for (int c = 0; c < i; c++) {
      int j = c * LANES;
      DoubleVector e = fromArray(SPECIES, a, k + j);
      s = e.fma(broadcast(SPECIES, alpha[c]), s);
      e.fma(f, fromArray(SPECIES, v, j)).intoArray(v, j);
    }
    fromArray(SPECIES, a, k + t).fma(f, s).intoArray(v, t);
  }

  /** A += Σ s u uᵀ over four u. */
  static void addOuters(double[] a, int at, double[] s, int fromS, double[] u, int from, int d) {
    int k = at;
    int i = 0;
    for (; i + 2 <= d; i += 2) {
      addTwoRows(a, k, s, fromS, u, from, i, d * LANES);
      k += (2 * i + 3) * LANES;
    }
    if (i < d) {
      for (int p = 0; p < 4; p++) {
        int o = from + p * d * LANES;
        DoubleVector f =
            fromArray(SPECIES, s, fromS + p * LANES).mul(fromArray(SPECIES, u, o + i * LANES));
        for (int t = 0; t <= i * LANES; t += LANES) {
          fromArray(SPECIES, u, o + t).fma(f, fromArray(SPECIES, a, k + t)).intoArray(a, k + t);
        }
      }
    }
  }

  private static void addTwoRows(
      double[] a, int k, double[] s, int fromS, double[] u, int u0, int i, int next) {
    int u1 = u0 + next;
    int u2 = u1 + next;
    int u3 = u2 + next;
    int t = i * LANES;
    DoubleVector f0 = fromArray(SPECIES, s, fromS);
    DoubleVector g0 = f0.mul(fromArray(SPECIES, u, u0 + t + LANES));
    f0 = f0.mul(fromArray(SPECIES, u, u0 + t));
    DoubleVector f1 = fromArray(SPECIES, s, fromS + LANES);
    DoubleVector g1 = f1.mul(fromArray(SPECIES, u, u1 + t + LANES));
    f1 = f1.mul(fromArray(SPECIES, u, u1 + t));
    DoubleVector f2 = fromArray(SPECIES, s, fromS + 2 * LANES);
    DoubleVector g2 = f2.mul(fromArray(SPECIES, u, u2 + t + LANES));
    f2 = f2.mul(fromArray(SPECIES, u, u2 + t));
    DoubleVector f3 = fromArray(SPECIES, s, fromS + 3 * LANES);
    DoubleVector g3 = f3.mul(fromArray(SPECIES, u, u3 + t + LANES));
    f3 = f3.mul(fromArray(SPECIES, u, u3 + t));
    int l = k + t + LANES;
    for (int j = 0; j <= t; j += LANES) {
      DoubleVector x = fromArray(SPECIES, a, k + j);
      DoubleVector y = fromArray(SPECIES, a, l + j);
      DoubleVector e = fromArray(SPECIES, u, u0 + j);
      x = e.fma(f0, x);
      y = e.fma(g0, y);
      e = fromArray(SPECIES, u, u1 + j);
      x = e.fma(f1, x);
      y = e.fma(g1, y);
      e = fromArray(SPECIES, u, u2 + j);
      x = e.fma(f2, x);
      y = e.fma(g2, y);
      e = fromArray(SPECIES, u, u3 + j);
      x = e.fma(f3, x);
      y = e.fma(g3, y);
      x.intoArray(a, k + j);
      y.intoArray(a, l + j);
    }
    int last = l + t + LANES;
    DoubleVector y = fromArray(SPECIES, a, last);
    y = fromArray(SPECIES, u, u0 + t + LANES).fma(g0, y);
    y = fromArray(SPECIES, u, u1 + t + LANES).fma(g1, y);
    y = fromArray(SPECIES, u, u2 + t + LANES).fma(g2, y);
    fromArray(SPECIES, u, u3 + t + LANES).fma(g3, y).intoArray(a, last);
  }
}
