package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.all;
import static org.slrm.internal.linalg.vector.VectorKernels.load;
import static org.slrm.internal.linalg.vector.VectorKernels.sum;

import jdk.incubator.vector.DoubleVector;

/** Products with, and updates of, one packed symmetric matrix, four of its rows at a time. */
final class PackedVectors {
  private PackedVectors() {}

  /** out = A v. */
  static void multiply(double[] a, int at, double[] v, double[] out, int d) {
    int i = 0;
    int k = at;
    for (; i + LANES <= d; i += LANES) {
      int l = k + i + 1;
      int m = l + i + 2;
      int n = m + i + 3;
      DoubleVector vi = all(v[i]);
      DoubleVector vj = all(v[i + 1]);
      DoubleVector vk = all(v[i + 2]);
      DoubleVector vl = all(v[i + 3]);
      DoubleVector si = DoubleVector.zero(SPECIES);
      DoubleVector sj = si;
      DoubleVector sk = si;
      DoubleVector sl = si;
      for (int j = 0; j < i; j += LANES) {
        DoubleVector x = load(v, j);
        DoubleVector o = load(out, j);
        DoubleVector p = load(a, k + j);
        si = p.fma(x, si);
        o = p.fma(vi, o);
        p = load(a, l + j);
        sj = p.fma(x, sj);
        o = p.fma(vj, o);
        p = load(a, m + j);
        sk = p.fma(x, sk);
        o = p.fma(vk, o);
        p = load(a, n + j);
        sl = p.fma(x, sl);
        p.fma(vl, o).intoArray(out, j);
      }
      corner(a, i, k, v, out);
      out[i] += sum(si);
      out[i + 1] += sum(sj);
      out[i + 2] += sum(sk);
      out[i + 3] += sum(sl);
      k = n + i + 4;
    }
    for (; i < d; i++) {
      double sum = 0;
      for (int j = 0; j < i; j++) {
        out[j] += a[k + j] * v[i];
        sum += a[k + j] * v[j];
      }
      out[i] = sum + a[k + i] * v[i];
      k += i + 1;
    }
  }

  /** The 4×4 block on the diagonal at row i, which starts at k. */
  private static void corner(double[] a, int i, int k, double[] v, double[] out) {
    int l = k + i + 1;
    int m = l + i + 2;
    int n = m + i + 3;
    double vi = v[i];
    double vj = v[i + 1];
    double vk = v[i + 2];
    double vl = v[i + 3];
    out[i] = a[k + i] * vi + a[l + i] * vj + a[m + i] * vk + a[n + i] * vl;
    out[i + 1] = a[l + i] * vi + a[l + i + 1] * vj + a[m + i + 1] * vk + a[n + i + 1] * vl;
    out[i + 2] = a[m + i] * vi + a[m + i + 1] * vj + a[m + i + 2] * vk + a[n + i + 2] * vl;
    out[i + 3] = a[n + i] * vi + a[n + i + 1] * vj + a[n + i + 2] * vk + a[n + i + 3] * vl;
  }

  /** a += s v vᵀ. */
  static void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    int i = 0;
    int k = at;
    for (; i + LANES <= d; i += LANES) {
      int l = k + i + 1;
      int m = l + i + 2;
      int n = m + i + 3;
      DoubleVector fi = all(s * v[from + i]);
      DoubleVector fj = all(s * v[from + i + 1]);
      DoubleVector fk = all(s * v[from + i + 2]);
      DoubleVector fl = all(s * v[from + i + 3]);
      for (int j = 0; j < i; j += LANES) {
        DoubleVector x = load(v, from + j);
        x.fma(fi, load(a, k + j)).intoArray(a, k + j);
        x.fma(fj, load(a, l + j)).intoArray(a, l + j);
        x.fma(fk, load(a, m + j)).intoArray(a, m + j);
        x.fma(fl, load(a, n + j)).intoArray(a, n + j);
      }
      k += i;
      for (int r = 0; r < LANES; r++) {
        double f = s * v[from + i + r];
        for (int c = 0; c <= r; c++) {
          a[k + c] += f * v[from + i + c];
        }
        k += i + r + 1;
      }
      k -= i;
    }
    for (; i < d; i++) {
      double f = s * v[from + i];
      for (int j = 0; j <= i; j++) {
        a[k + j] += f * v[from + j];
      }
      k += i + 1;
    }
  }
}
