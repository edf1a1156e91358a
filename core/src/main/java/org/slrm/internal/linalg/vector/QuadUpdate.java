package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.all;
import static org.slrm.internal.linalg.vector.VectorKernels.load;

import jdk.incubator.vector.DoubleVector;

/**
 * Products with, and updates of, four packed matrices side by side, four of their rows at a time.
 */
final class QuadUpdate {
  private QuadUpdate() {}

  /** v = A α. */
  static void multiply(double[] a, int at, double[] alpha, double[] v, int d) {
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

  /** Rows i to i+3 and the columns up to them give to each other. */
  private static void fourRows(double[] a, int k, double[] alpha, double[] v, int i) {
    int l = k + (i + 1) * LANES;
    int m = l + (i + 2) * LANES;
    int n = m + (i + 3) * LANES;
    DoubleVector f0 = all(alpha[i]);
    DoubleVector f1 = all(alpha[i + 1]);
    DoubleVector f2 = all(alpha[i + 2]);
    DoubleVector f3 = all(alpha[i + 3]);
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    int t = i * LANES;
    for (int j = 0; j < t; j += LANES) {
      DoubleVector x = all(alpha[j / LANES]);
      DoubleVector o = load(v, j);
      DoubleVector e = load(a, k + j);
      s0 = e.fma(x, s0);
      o = e.fma(f0, o);
      e = load(a, l + j);
      s1 = e.fma(x, s1);
      o = e.fma(f1, o);
      e = load(a, m + j);
      s2 = e.fma(x, s2);
      o = e.fma(f2, o);
      e = load(a, n + j);
      s3 = e.fma(x, s3);
      e.fma(f3, o).intoArray(v, j);
    }
    // The 4×4 block on the diagonal.
    s0 = load(a, k + t).fma(f0, s0);
    DoubleVector e = load(a, l + t);
    s0 = e.fma(f1, s0);
    s1 = e.fma(f0, s1);
    s1 = load(a, l + t + LANES).fma(f1, s1);
    e = load(a, m + t);
    s0 = e.fma(f2, s0);
    s2 = e.fma(f0, s2);
    e = load(a, m + t + LANES);
    s1 = e.fma(f2, s1);
    s2 = e.fma(f1, s2);
    s2 = load(a, m + t + 2 * LANES).fma(f2, s2);
    e = load(a, n + t);
    s0 = e.fma(f3, s0);
    s3 = e.fma(f0, s3);
    e = load(a, n + t + LANES);
    s1 = e.fma(f3, s1);
    s3 = e.fma(f1, s3);
    e = load(a, n + t + 2 * LANES);
    s2 = e.fma(f3, s2);
    s3 = e.fma(f2, s3);
    s3 = load(a, n + t + 3 * LANES).fma(f3, s3);
    s0.intoArray(v, t);
    s1.intoArray(v, t + LANES);
    s2.intoArray(v, t + 2 * LANES);
    s3.intoArray(v, t + 3 * LANES);
  }

  private static void twoRows(double[] a, int k, double[] alpha, double[] v, int i) {
    int l = k + (i + 1) * LANES;
    DoubleVector f0 = all(alpha[i]);
    DoubleVector f1 = all(alpha[i + 1]);
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    int t = i * LANES;
    for (int j = 0; j < t; j += LANES) {
      DoubleVector x = all(alpha[j / LANES]);
      DoubleVector e = load(a, k + j);
      DoubleVector g = load(a, l + j);
      s0 = e.fma(x, s0);
      s1 = g.fma(x, s1);
      g.fma(f1, e.fma(f0, load(v, j))).intoArray(v, j);
    }
    DoubleVector e = load(a, l + t);
    load(a, k + t).fma(f0, e.fma(f1, s0)).intoArray(v, t);
    load(a, l + t + LANES).fma(f1, e.fma(f0, s1)).intoArray(v, t + LANES);
  }

  private static void oneRow(double[] a, int k, double[] alpha, double[] v, int i) {
    DoubleVector s = DoubleVector.zero(SPECIES);
    DoubleVector f = all(alpha[i]);
    int t = i * LANES;
    for (int j = 0; j < t; j += LANES) {
      DoubleVector e = load(a, k + j);
      s = e.fma(all(alpha[j / LANES]), s);
      e.fma(f, load(v, j)).intoArray(v, j);
    }
    load(a, k + t).fma(f, s).intoArray(v, t);
  }

  /** A += s v vᵀ. */
  static void addOuter(double[] a, int at, double[] s, double[] v, int d) {
    DoubleVector scale = load(s, 0);
    int i = 0;
    int k = at;
    for (; i + 2 <= d; i += 2) {
      int l = k + (i + 1) * LANES;
      DoubleVector f = scale.mul(load(v, i * LANES));
      DoubleVector g = scale.mul(load(v, (i + 1) * LANES));
      for (int t = 0; t <= i * LANES; t += LANES) {
        DoubleVector x = load(v, t);
        x.fma(f, load(a, k + t)).intoArray(a, k + t);
        x.fma(g, load(a, l + t)).intoArray(a, l + t);
      }
      int last = l + (i + 1) * LANES;
      load(v, (i + 1) * LANES).fma(g, load(a, last)).intoArray(a, last);
      k = last + LANES;
    }
    if (i < d) {
      DoubleVector f = scale.mul(load(v, i * LANES));
      for (int t = 0; t <= i * LANES; t += LANES) {
        load(v, t).fma(f, load(a, k + t)).intoArray(a, k + t);
      }
    }
  }
}
