package org.slrm.internal.linalg;

import static org.slrm.internal.linalg.Fused.fma;

/** Products of small row-major matrices on flat arrays. */
public final class Dense {
  private Dense() {}

  /** out = A B for A of rows × k and B of k × columns; blocks of 4×2 results stay in registers. */
  public static void multiply(double[] a, double[] b, double[] out, int rows, int k, int columns) {
    multiply(a, k, b, out, rows, k, columns);
  }

  /** Product for rows of A that are {@code stride} apart. */
  static void multiply(
      double[] a, int stride, double[] b, double[] out, int rows, int k, int columns) {
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      int j = 0;
      for (; j + 1 < columns; j += 2) {
        block(a, i * stride, stride, b, j, out, i * columns + j, k, columns);
      }
      for (; j < columns; j++) {
        for (int r = i; r < i + 4; r++) {
          out[r * columns + j] = entry(a, r * stride, b, j, k, columns);
        }
      }
    }
    for (; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        out[i * columns + j] = entry(a, i * stride, b, j, k, columns);
      }
    }
  }

  private static void block(
      double[] a,
      int from,
      int stride,
      double[] b,
      int j,
      double[] out,
      int to,
      int k,
      int columns) {
    int a1 = from + stride;
    int a2 = a1 + stride;
    int a3 = a2 + stride;
    double c00 = 0;
    double c01 = 0;
    double c10 = 0;
    double c11 = 0;
    double c20 = 0;
    double c21 = 0;
    double c30 = 0;
    double c31 = 0;
    for (int p = 0, q = j; p < k; p++, q += columns) {
      double x = b[q];
      double y = b[q + 1];
      c00 = fma(a[from + p], x, c00);
      c01 = fma(a[from + p], y, c01);
      c10 = fma(a[a1 + p], x, c10);
      c11 = fma(a[a1 + p], y, c11);
      c20 = fma(a[a2 + p], x, c20);
      c21 = fma(a[a2 + p], y, c21);
      c30 = fma(a[a3 + p], x, c30);
      c31 = fma(a[a3 + p], y, c31);
    }
    out[to] = c00;
    out[to + 1] = c01;
    out[to + columns] = c10;
    out[to + columns + 1] = c11;
    out[to + 2 * columns] = c20;
    out[to + 2 * columns + 1] = c21;
    out[to + 3 * columns] = c30;
    out[to + 3 * columns + 1] = c31;
  }

  private static double entry(double[] a, int from, double[] b, int j, int k, int columns) {
    double sum = 0;
    for (int p = 0; p < k; p++) {
      sum = fma(a[from + p], b[p * columns + j], sum);
    }
    return sum;
  }

  /** AAᵀ for A of rows × columns. */
  public static double[] outer(double[] a, int rows, int columns) {
    double[] out = new double[rows * rows];
    for (int i = 0; i < rows; i++) {
      for (int l = 0; l <= i; l++) {
        out[i * rows + l] = Vectors.dot(a, i * columns, a, l * columns, columns);
        out[l * rows + i] = out[i * rows + l];
      }
    }
    return out;
  }

  /** The Gram matrix AᵀA of the rows of A, packed to the start of {@code out}. */
  public static void gram(double[] a, int rows, int d, double[] out) {
    java.util.Arrays.fill(out, 0, Packed.length(d), 0);
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      Packed.addOuters(out, 0, a, i * d, (i + 1) * d, (i + 2) * d, (i + 3) * d, d);
    }
    for (; i < rows; i++) {
      Packed.addOuter(out, 0, 1, a, i * d, d);
    }
  }
}
