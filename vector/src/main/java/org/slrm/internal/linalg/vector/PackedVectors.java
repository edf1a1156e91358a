package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.sum;

import jdk.incubator.vector.DoubleVector;
import org.slrm.internal.linalg.Packed;

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
      DoubleVector vi = broadcast(SPECIES, v[i]);
      DoubleVector vj = broadcast(SPECIES, v[i + 1]);
      DoubleVector vk = broadcast(SPECIES, v[i + 2]);
      DoubleVector vl = broadcast(SPECIES, v[i + 3]);
      DoubleVector si = DoubleVector.zero(SPECIES);
      DoubleVector sj = si;
      DoubleVector sk = si;
      DoubleVector sl = si;
      for (int j = 0; j < i; j += LANES) {
        DoubleVector x = fromArray(SPECIES, v, j);
        DoubleVector o = fromArray(SPECIES, out, j);
        DoubleVector p = fromArray(SPECIES, a, k + j);
        si = p.fma(x, si);
        o = p.fma(vi, o);
        p = fromArray(SPECIES, a, l + j);
        sj = p.fma(x, sj);
        o = p.fma(vj, o);
        p = fromArray(SPECIES, a, m + j);
        sk = p.fma(x, sk);
        o = p.fma(vk, o);
        p = fromArray(SPECIES, a, n + j);
        sl = p.fma(x, sl);
        p.fma(vl, o).intoArray(out, j);
      }
      Packed.corner(a, i, k, v, out);
      out[i] += sum(si);
      out[i + 1] += sum(sj);
      out[i + 2] += sum(sk);
      out[i + 3] += sum(sl);
      k = n + i + 4;
    }
    Packed.lastRows(a, i, k, v, out, d);
  }

  /** a += s v vᵀ. */
  static void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    int i = 0;
    int k = at;
    for (; i + LANES <= d; i += LANES) {
      int l = k + i + 1;
      int m = l + i + 2;
      int n = m + i + 3;
      DoubleVector fi = broadcast(SPECIES, s * v[from + i]);
      DoubleVector fj = broadcast(SPECIES, s * v[from + i + 1]);
      DoubleVector fk = broadcast(SPECIES, s * v[from + i + 2]);
      DoubleVector fl = broadcast(SPECIES, s * v[from + i + 3]);
      for (int j = 0; j < i; j += LANES) {
        DoubleVector x = fromArray(SPECIES, v, from + j);
        x.fma(fi, fromArray(SPECIES, a, k + j)).intoArray(a, k + j);
        x.fma(fj, fromArray(SPECIES, a, l + j)).intoArray(a, l + j);
        x.fma(fk, fromArray(SPECIES, a, m + j)).intoArray(a, m + j);
        x.fma(fl, fromArray(SPECIES, a, n + j)).intoArray(a, n + j);
      }
      k += i;
      for (int r = 0; r < LANES; r++) {
        double f = s * v[from + i + r];
        for (int c = 0; c <= r; c++) {
          a[k + c] = Math.fma(f, v[from + i + c], a[k + c]);
        }
        k += i + r + 1;
      }
      k -= i;
    }
    for (; i < d; i++) {
      double f = s * v[from + i];
      for (int j = 0; j <= i; j++) {
        a[k + j] = Math.fma(f, v[from + j], a[k + j]);
      }
      k += i + 1;
    }
  }
}
