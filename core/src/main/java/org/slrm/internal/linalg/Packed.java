package org.slrm.internal.linalg;

import static org.slrm.internal.linalg.Fused.fma;

import java.util.Arrays;

/** Symmetric d×d matrices packed by rows: entry (i, j ≤ i) at i(i+1)/2 + j. */
public final class Packed {
  private static final int NEAR = 1 << 15;

  private static final Kernels PLAIN = new PlainKernels();

  private Packed() {}

  /** Length of a packed d×d matrix. */
  public static int length(int d) {
    return d * (d + 1) / 2;
  }

  /** Position of entry (i, j). */
  public static int at(int i, int j) {
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
  }

  /** a = I. */
  public static void identity(double[] a, int d) {
    Arrays.fill(a, 0);
    for (int k = 0; k < d; k++) {
      a[at(k, k)] = 1;
    }
  }

  /** a[at..] += s · v vᵀ, with v the d numbers of {@code v} from {@code from}. */
  public static void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    if (d < Kernels.SHORT) {
      plainAddOuter(a, at, s, v, from, d);
    } else {
      Kernels.active().addOuter(a, at, s, v, from, d);
    }
  }

  static void plainAddOuter(double[] a, int at, double s, double[] v, int from, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      double f = s * v[from + i];
      for (int j = 0; j <= i; j++) {
        a[k + j] = fma(f, v[from + j], a[k + j]);
      }
      k += i + 1;
    }
  }

  /**
   * a = Σ v vᵀ over the first {@code count}, increasing, of {@code rows} of the row-major v with d
   * columns. Behind a there are {@link Kernels#SPARE} numbers that may be overwritten.
   */
  public static void sumOuters(double[] a, double[] v, int[] rows, int count, int d) {
    // Each tile passes over all rows, which pays while they stay in cache.
    Kernels kernels = count * d <= NEAR ? Kernels.active() : PLAIN;
    kernels.sumOuters(v, d, rows, 0, count, a, 0);
  }

  /**
   * a[at..] += Σ v vᵀ for four vectors of d numbers that start at o, p, q and r of {@code v}; four
   * at a time is bound by arithmetic, one at a time by memory.
   */
  public static void addOuters(double[] a, int at, double[] v, int o, int p, int q, int r, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      double f = v[o + i];
      double g = v[p + i];
      double h = v[q + i];
      double l = v[r + i];
      for (int j = 0; j <= i; j++) {
        double sum = fma(g, v[p + j], fma(f, v[o + j], a[k + j]));
        a[k + j] = fma(l, v[r + j], fma(h, v[q + j], sum));
      }
      k += i + 1;
    }
  }

  /** a[at..] += Σ v vᵀ over four rows v of d numbers, the first at {@code from}, a stride apart. */
  public static void addOuter4(double[] a, int at, double[] v, int from, int stride, int d) {
    int v1 = from + stride;
    int v2 = v1 + stride;
    int v3 = v2 + stride;
    int k = at;
    for (int i = 0; i < d; i++) {
      outerRow(a, k, v, from, v1, v2, v3, i);
      k += i + 1;
    }
  }

  private static void outerRow(
      double[] a, int k, double[] v, int v0, int v1, int v2, int v3, int i) {
    double f0 = v[v0 + i];
    double f1 = v[v1 + i];
    double f2 = v[v2 + i];
    double f3 = v[v3 + i];
    for (int j = 0; j <= i; j++) {
      a[k + j] += (f0 * v[v0 + j] + f1 * v[v1 + j]) + (f2 * v[v2 + j] + f3 * v[v3 + j]);
    }
  }

  /** out = A v for packed A at {@code at}; four rows at a time, which saves reads of v and out. */
  public static void multiply(double[] a, int at, double[] v, double[] out, int d) {
    if (d < Kernels.SHORT) {
      plainMultiply(a, at, v, out, d);
    } else {
      Kernels.active().multiplyPacked(a, at, v, out, d);
    }
  }

  static void plainMultiply(double[] a, int at, double[] v, double[] out, int d) {
    int i = 0;
    int k = at;
    for (; i + 3 < d; i += 4) {
      int l = k + i + 1;
      int m = l + i + 2;
      int n = m + i + 3;
      double vi = v[i];
      double vj = v[i + 1];
      double vk = v[i + 2];
      double vl = v[i + 3];
      double si = 0;
      double sj = 0;
      double sk = 0;
      double sl = 0;
      for (int j = 0; j < i; j++) {
        double p = a[k + j];
        double q = a[l + j];
        double r = a[m + j];
        double s = a[n + j];
        double vv = v[j];
        out[j] += (p * vi + q * vj) + (r * vk + s * vl);
        si += p * vv;
        sj += q * vv;
        sk += r * vv;
        sl += s * vv;
      }
      // The 4×4 block on the diagonal.
      out[i] = si + a[k + i] * vi + a[l + i] * vj + a[m + i] * vk + a[n + i] * vl;
      out[i + 1] = sj + a[l + i] * vi + a[l + i + 1] * vj + a[m + i + 1] * vk + a[n + i + 1] * vl;
      out[i + 2] = sk + a[m + i] * vi + a[m + i + 1] * vj + a[m + i + 2] * vk + a[n + i + 2] * vl;
      out[i + 3] = sl + a[n + i] * vi + a[n + i + 1] * vj + a[n + i + 2] * vk + a[n + i + 3] * vl;
      k = n + i + 4;
    }
    for (; i < d; i++) {
      Vectors.add(out, 0, v[i], a, k, i);
      out[i] = Vectors.dot(a, k, v, 0, i + 1);
      k += i + 1;
    }
  }

  /** The part of rows from the i-th on, which starts at {@code from}, in out = A v. */
  public static void lastRows(double[] a, int first, int from, double[] v, double[] out, int d) {
    int k = from;
    for (int i = first; i < d; i++) {
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
  public static void corner(double[] a, int i, int k, double[] v, double[] out) {
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

  /** Writes packed A at {@code at} as a full row-major matrix. */
  public static void unpack(double[] a, int at, double[] full, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        full[i * d + j] = a[k];
        full[j * d + i] = a[k];
      }
    }
  }
}
