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
      int row = k;
      for (int r = i; r < i + 4; r++) {
        corner(a, row, alpha, v, i, r);
        row += (r + 1) * LANES;
      }
      k = row;
    }
    for (; i < d; i++) {
      DoubleVector.zero(SPECIES).intoArray(v, i * LANES);
      corner(a, k, alpha, v, 0, i);
      k += (i + 1) * LANES;
    }
  }

  /** What rows i to i+3 and the columns before them give each other. */
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
    for (int j = 0, t = 0; j < i; j++, t += LANES) {
      DoubleVector x = all(alpha[j]);
      DoubleVector o = load(v, t);
      DoubleVector e = load(a, k + t);
      s0 = e.fma(x, s0);
      o = e.fma(f0, o);
      e = load(a, l + t);
      s1 = e.fma(x, s1);
      o = e.fma(f1, o);
      e = load(a, m + t);
      s2 = e.fma(x, s2);
      o = e.fma(f2, o);
      e = load(a, n + t);
      s3 = e.fma(x, s3);
      e.fma(f3, o).intoArray(v, t);
    }
    s0.intoArray(v, i * LANES);
    s1.intoArray(v, (i + 1) * LANES);
    s2.intoArray(v, (i + 2) * LANES);
    s3.intoArray(v, (i + 3) * LANES);
  }

  /** What row r, which starts at k, and the columns from {@code from} to r give each other. */
  private static void corner(double[] a, int k, double[] alpha, double[] v, int from, int r) {
    DoubleVector s = load(v, r * LANES);
    DoubleVector f = all(alpha[r]);
    for (int j = from, t = from * LANES; j < r; j++, t += LANES) {
      DoubleVector e = load(a, k + t);
      s = e.fma(all(alpha[j]), s);
      e.fma(f, load(v, t)).intoArray(v, t);
    }
    load(a, k + r * LANES).fma(f, s).intoArray(v, r * LANES);
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
