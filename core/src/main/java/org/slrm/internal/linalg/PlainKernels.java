package org.slrm.internal.linalg;

import static org.slrm.internal.linalg.Fused.fma;

/** Plain loops over contiguous numbers, which the compiler vectorises. */
public final class PlainKernels implements Kernels {
  @Override
  public String name() {
    return "plain";
  }

  @Override
  public void sumRows(
      double[] table,
      int width,
      int columns,
      int[] index,
      int[] starts,
      int lists,
      double[] acc,
      int stride) {
    for (int t = 0; t < lists; t++) {
      sumRows(table, width, columns, index, starts[t], starts[t + 1], acc, t * stride);
    }
  }

  /** Eight rows at a time, so that the loop is bound by arithmetic and not by memory. */
  private static void sumRows(
      double[] table, int width, int columns, int[] index, int from, int to, double[] acc, int at) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      add8(
          table,
          index[i] * width,
          index[i + 1] * width,
          index[i + 2] * width,
          index[i + 3] * width,
          index[i + 4] * width,
          index[i + 5] * width,
          index[i + 6] * width,
          index[i + 7] * width,
          acc,
          at,
          columns);
    }
    for (; i + 2 <= to; i += 2) {
      add2(table, index[i] * width, index[i + 1] * width, acc, at, columns);
    }
    if (i < to) {
      Vectors.add(acc, at, 1, table, index[i] * width, columns);
    }
  }

  private static void add8(
      double[] t,
      int r0,
      int r1,
      int r2,
      int r3,
      int r4,
      int r5,
      int r6,
      int r7,
      double[] acc,
      int at,
      int columns) {
    for (int k = 0; k < columns; k++) {
      double sum = acc[at + k] + t[r0 + k] + t[r1 + k] + t[r2 + k] + t[r3 + k];
      acc[at + k] = sum + t[r4 + k] + t[r5 + k] + t[r6 + k] + t[r7 + k];
    }
  }

  private static void add2(double[] t, int r0, int r1, double[] acc, int at, int columns) {
    for (int k = 0; k < columns; k++) {
      acc[at + k] = acc[at + k] + t[r0 + k] + t[r1 + k];
    }
  }

  @Override
  public void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc) {
    int e = 0;
    for (; e + 4 <= count; e += 4) {
      double f = weights[e];
      double g = weights[e + 1];
      double h = weights[e + 2];
      double l = weights[e + 3];
      int o = index[e] * width;
      int p = index[e + 1] * width;
      int q = index[e + 2] * width;
      int r = index[e + 3] * width;
      for (int k = 0; k < width; k++) {
        double sum = fma(g, table[p + k], fma(f, table[o + k], acc[k]));
        acc[k] = fma(l, table[r + k], fma(h, table[q + k], sum));
      }
    }
    for (; e < count; e++) {
      add(acc, 0, weights[e], table, index[e] * width, width);
    }
  }

  @Override
  public void sumOuters(double[] rows, int d, int[] index, int from, int to, double[] out, int at) {
    java.util.Arrays.fill(out, at, at + Packed.length(d), 0);
    int e = from;
    for (; e + 4 <= to; e += 4) {
      int o = index[e] * d;
      int p = index[e + 1] * d;
      int q = index[e + 2] * d;
      Packed.addOuters(out, at, rows, o, p, q, index[e + 3] * d, d);
    }
    for (; e < to; e++) {
      addOuter(out, at, 1, rows, index[e] * d, d);
    }
  }

  @Override
  public void addToRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] v) {
    // Whole vectors: the zeros behind v leave the numbers after a row unchanged.
    int whole = Kernels.stride(width);
    for (int e = 0; e < count; e++) {
      add(table, index[e] * width, weights[e], v, 0, whole);
    }
  }

  @Override
  public void multiplyQuad(
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
    multiplyQuad(a, at, alpha, v, d);
    for (int l = 0; l < 4 && count > 0; l++) {
      addWaiting(s, fromS + l, u, from + l, count, alpha, v, l, d);
    }
    for (int l = 0; l < 4; l++) {
      v[4 * d + l] = dot(v, l, alpha, d);
    }
  }

  /** v += Σ s u uᵀα for one of four matrices; absent u are the first one, times 0. */
  private static void addWaiting(
      double[] s,
      int fromS,
      double[] u,
      int u0,
      int count,
      double[] alpha,
      double[] v,
      int l,
      int d) {
    int u1 = count > 1 ? u0 + 4 * d : u0;
    int u2 = count > 2 ? u1 + 4 * d : u0;
    double f0 = dot(u, u0, alpha, d) * s[fromS];
    double f1 = count > 1 ? dot(u, u1, alpha, d) * s[fromS + 4] : 0;
    double f2 = count > 2 ? dot(u, u2, alpha, d) * s[fromS + 8] : 0;
    for (int t = 0; t < 4 * d; t += 4) {
      double sum = fma(u[u1 + t], f1, fma(u[u0 + t], f0, v[t + l]));
      v[t + l] = fma(u[u2 + t], f2, sum);
    }
  }

  /** αᵀu of every fourth number from {@code at} on, even and odd ones separately. */
  private static double dot(double[] u, int at, double[] alpha, int d) {
    double even = 0;
    double odd = 0;
    int c = 0;
    for (; c + 2 <= d; c += 2) {
      even = fma(u[at + 4 * c], alpha[c], even);
      odd = fma(u[at + 4 * c + 4], alpha[c + 1], odd);
    }
    return (c < d ? fma(u[at + 4 * c], alpha[c], even) : even) + odd;
  }

  @Override
  public void addOutersQuad(
      double[] a, int at, double[] s, int fromS, double[] u, int from, int d) {
    for (int p = 0; p < UPDATES; p++) {
      addOuterQuad(a, at, s, fromS + 4 * p, u, from + p * 4 * d, d);
    }
  }

  private static void multiplyQuad(double[] a, int at, double[] alpha, double[] v, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int j = 0, t = k; j < i; j++, t += 4) {
        double f = alpha[j];
        s0 = fma(a[t], f, s0);
        s1 = fma(a[t + 1], f, s1);
        s2 = fma(a[t + 2], f, s2);
        s3 = fma(a[t + 3], f, s3);
      }
      add(v, 0, alpha[i], a, k, 4 * i);
      k += 4 * i;
      v[4 * i] = fma(a[k], alpha[i], s0);
      v[4 * i + 1] = fma(a[k + 1], alpha[i], s1);
      v[4 * i + 2] = fma(a[k + 2], alpha[i], s2);
      v[4 * i + 3] = fma(a[k + 3], alpha[i], s3);
      k += 4;
    }
  }

  private static void addOuterQuad(
      double[] a, int at, double[] s, int fromS, double[] u, int from, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      double f0 = s[fromS] * u[from + 4 * i];
      double f1 = s[fromS + 1] * u[from + 4 * i + 1];
      double f2 = s[fromS + 2] * u[from + 4 * i + 2];
      double f3 = s[fromS + 3] * u[from + 4 * i + 3];
      for (int t = 0; t <= 4 * i; t += 4) {
        a[k + t] = fma(u[from + t], f0, a[k + t]);
        a[k + t + 1] = fma(u[from + t + 1], f1, a[k + t + 1]);
        a[k + t + 2] = fma(u[from + t + 2], f2, a[k + t + 2]);
        a[k + t + 3] = fma(u[from + t + 3], f3, a[k + t + 3]);
      }
      k += 4 * i + 4;
    }
  }

  @Override
  public void multiplyPacked(double[] a, int at, double[] v, double[] out, int d) {
    int i = 0;
    int k = at;
    for (; i + 4 <= d; i += 4) {
      int l = k + i + 1;
      int m = l + i + 2;
      int n = m + i + 3;
      for (int j = 0; j < i; j++) {
        double sum = fma(a[l + j], v[i + 1], fma(a[k + j], v[i], out[j]));
        out[j] = fma(a[n + j], v[i + 3], fma(a[m + j], v[i + 2], sum));
      }
      Packed.corner(a, i, k, v, out);
      out[i] += Panel.dot(a, k, v, 0, i);
      out[i + 1] += Panel.dot(a, l, v, 0, i);
      out[i + 2] += Panel.dot(a, m, v, 0, i);
      out[i + 3] += Panel.dot(a, n, v, 0, i);
      k = n + i + 4;
    }
    Packed.lastRows(a, i, k, v, out, d);
  }

  @Override
  public void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    Packed.plainAddOuter(a, at, s, v, from, d);
  }

  @Override
  public void multiply(
      double[] a, int strideA, double[] b, double[] out, int rows, int k, int columns) {
    Dense.multiply(a, strideA, b, out, rows, k, columns);
  }

  @Override
  public boolean factorPanel(double[] u, int at, int stride, int above, int p, double[] inverse) {
    return Panel.factor(u, at, stride, above, p, inverse);
  }

  @Override
  public void solvePanels(double[] u, int at, int stride, double[] inverse, double[] b) {
    Panel.solve(u, at, stride, inverse, b);
  }

  @Override
  public void multiplyRows(
      double[] table, int width, int[] index, int count, double[] v, double[] out) {
    for (int e = 0; e < count; e++) {
      out[e] = Panel.dot(table, index[e] * width, v, 0, width);
    }
  }

  @Override
  public SpdBatch spdBatch(int d) {
    return new SingleBatch(d);
  }

  /** a_i += f · b_i over n numbers. */
  private static void add(double[] a, int fromA, double f, double[] b, int fromB, int n) {
    for (int i = 0; i < n; i++) {
      a[fromA + i] = fma(f, b[fromB + i], a[fromA + i]);
    }
  }
}
