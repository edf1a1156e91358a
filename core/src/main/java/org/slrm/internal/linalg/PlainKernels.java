package org.slrm.internal.linalg;

import java.util.Arrays;

/** Plain loops over neighbours, which the compiler turns into vector instructions itself. */
public final class PlainKernels implements Kernels {
  @Override
  public int stride(int width) {
    return width;
  }

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

  /** Eight rows at a time: the difference between bound by memory and bound by arithmetic. */
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
      acc[at + k] +=
          ((t[r0 + k] + t[r1 + k]) + (t[r2 + k] + t[r3 + k]))
              + ((t[r4 + k] + t[r5 + k]) + (t[r6 + k] + t[r7 + k]));
    }
  }

  private static void add2(double[] t, int r0, int r1, double[] acc, int at, int columns) {
    for (int k = 0; k < columns; k++) {
      acc[at + k] += t[r0 + k] + t[r1 + k];
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
        acc[k] += (f * table[o + k] + g * table[p + k]) + (h * table[q + k] + l * table[r + k]);
      }
    }
    for (; e < count; e++) {
      Vectors.add(acc, 0, weights[e], table, index[e] * width, width);
    }
  }

  @Override
  public boolean sumsOuters() {
    return false;
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
    for (int e = 0; e < count; e++) {
      Vectors.add(table, index[e] * width, weights[e], v, 0, width);
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
    for (int p = 0; p < count; p++) {
      for (int l = 0; l < 4; l++) {
        int o = from + p * 4 * d + l;
        double dot = 0;
        for (int c = 0; c < d; c++) {
          dot += u[o + 4 * c] * alpha[c];
        }
        dot *= s[fromS + 4 * p + l];
        for (int c = 0; c < d; c++) {
          v[4 * c + l] += dot * u[o + 4 * c];
        }
      }
    }
    Arrays.fill(v, 4 * d, 4 * d + 4, 0);
    for (int c = 0; c < d; c++) {
      for (int l = 0; l < 4; l++) {
        v[4 * d + l] += alpha[c] * v[4 * c + l];
      }
    }
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
        s0 += a[t] * f;
        s1 += a[t + 1] * f;
        s2 += a[t + 2] * f;
        s3 += a[t + 3] * f;
      }
      Vectors.add(v, 0, alpha[i], a, k, 4 * i);
      k += 4 * i;
      v[4 * i] = s0 + a[k] * alpha[i];
      v[4 * i + 1] = s1 + a[k + 1] * alpha[i];
      v[4 * i + 2] = s2 + a[k + 2] * alpha[i];
      v[4 * i + 3] = s3 + a[k + 3] * alpha[i];
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
        a[k + t] += f0 * u[from + t];
        a[k + t + 1] += f1 * u[from + t + 1];
        a[k + t + 2] += f2 * u[from + t + 2];
        a[k + t + 3] += f3 * u[from + t + 3];
      }
      k += 4 * i + 4;
    }
  }

  @Override
  public void multiplyPacked(double[] a, int at, double[] v, double[] out, int d) {
    Packed.plainMultiply(a, at, v, out, d);
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
    for (int r = p; r < p + 4; r++) {
      int row = at + r * stride;
      int k = -above;
      for (; k + 4 <= p; k += 4) {
        int from = at + k * stride;
        SpdFactor.subtract4(u, row, u, from, stride, u, from + r, stride, r, stride);
      }
      for (; k < r; k++) {
        int from = at + k * stride;
        SpdFactor.subtract(u, row, u, from, u[from + r], r, stride);
      }
      double pivot = u[row + r];
      if (!(pivot > 0)) {
        return false;
      }
      inverse[r] = 1 / Math.sqrt(pivot);
      for (int j = r; j < stride; j++) {
        u[row + j] *= inverse[r];
      }
    }
    return true;
  }

  @Override
  public void solvePanels(double[] u, int at, int stride, double[] inverse, double[] b) {
    for (int i = 0; i < stride; i++) {
      b[i] *= inverse[i];
      SpdFactor.subtract(b, 0, u, at + i * stride, b[i], i + 1, stride);
    }
    for (int i = stride - 1; i >= 0; i--) {
      double sum = Vectors.dot(u, at + i * stride + i + 1, b, i + 1, stride - i - 1);
      b[i] = (b[i] - sum) * inverse[i];
    }
  }

  @Override
  public void multiplyRows(
      double[] table, int width, int[] index, int count, double[] v, double[] out) {
    for (int e = 0; e < count; e++) {
      out[e] = Vectors.dot(table, index[e] * width, v, 0, width);
    }
  }

  @Override
  public SpdBatch spdBatch(int d) {
    return new SingleBatch(d);
  }
}
