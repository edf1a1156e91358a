package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.all;
import static org.slrm.internal.linalg.vector.VectorKernels.load;

import jdk.incubator.vector.DoubleVector;

/**
 * Matrix products in tiles of four rows and up to twelve columns that stay in registers. The step
 * of the inner loop is not a constant, so that it is not unrolled: unrolled, the compiler moves
 * part of the sums out of the registers, in one run in two, at half the speed.
 */
final class ProductVectors {
  private ProductVectors() {}

  /** out = A B; B and out have rows of {@code columns} numbers, a multiple of four. */
  static void multiply(
      double[] a, int strideA, double[] b, double[] out, int rows, int k, int columns) {
    for (int i = 0; i < rows; i += 4) {
      // The last rows are done again rather than apart.
      int r = rows < 4 ? 0 : Math.min(i, rows - 4);
      int j = 0;
      for (; rows >= 4 && j + 3 * LANES <= columns; j += 3 * LANES) {
        wideTile(a, r * strideA, strideA, b, j, out, r * columns + j, k, columns);
      }
      for (; rows >= 4 && j + 2 * LANES <= columns; j += 2 * LANES) {
        tile(a, r * strideA, strideA, b, j, out, r * columns + j, k, columns);
      }
      for (; j < columns; j += LANES) {
        for (int s = r; s < Math.min(rows, r + 4); s++) {
          DoubleVector c = DoubleVector.zero(SPECIES);
          for (int p = 0, q = j; p < k; p++, q += columns) {
            c = load(b, q).fma(all(a[s * strideA + p]), c);
          }
          c.intoArray(out, s * columns + j);
        }
      }
    }
  }

  private static void wideTile(
      double[] a, int at, int stride, double[] b, int j, double[] out, int to, int k, int columns) {
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c02 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c12 = c00;
    DoubleVector c20 = c00;
    DoubleVector c21 = c00;
    DoubleVector c22 = c00;
    DoubleVector c30 = c00;
    DoubleVector c31 = c00;
    DoubleVector c32 = c00;
    int a1 = at + stride;
    int a2 = a1 + stride;
    int a3 = a2 + stride;
    for (int p = 0, q = j, end = k * columns; q < end; p++, q += columns) {
      DoubleVector y0 = load(b, q);
      DoubleVector y1 = load(b, q + LANES);
      DoubleVector y2 = load(b, q + 2 * LANES);
      DoubleVector x = all(a[at + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      c02 = x.fma(y2, c02);
      x = all(a[a1 + p]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      c12 = x.fma(y2, c12);
      x = all(a[a2 + p]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      c22 = x.fma(y2, c22);
      x = all(a[a3 + p]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
      c32 = x.fma(y2, c32);
    }
    c00.intoArray(out, to);
    c01.intoArray(out, to + LANES);
    c02.intoArray(out, to + 2 * LANES);
    int o = to + columns;
    c10.intoArray(out, o);
    c11.intoArray(out, o + LANES);
    c12.intoArray(out, o + 2 * LANES);
    o += columns;
    c20.intoArray(out, o);
    c21.intoArray(out, o + LANES);
    c22.intoArray(out, o + 2 * LANES);
    o += columns;
    c30.intoArray(out, o);
    c31.intoArray(out, o + LANES);
    c32.intoArray(out, o + 2 * LANES);
  }

  private static void tile(
      double[] a, int at, int stride, double[] b, int j, double[] out, int to, int k, int columns) {
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c20 = c00;
    DoubleVector c21 = c00;
    DoubleVector c30 = c00;
    DoubleVector c31 = c00;
    int a1 = at + stride;
    int a2 = a1 + stride;
    int a3 = a2 + stride;
    for (int p = 0, q = j, end = k * columns; q < end; p++, q += columns) {
      DoubleVector y0 = load(b, q);
      DoubleVector y1 = load(b, q + LANES);
      DoubleVector x = all(a[at + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = all(a[a1 + p]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = all(a[a2 + p]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = all(a[a3 + p]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    c00.intoArray(out, to);
    c01.intoArray(out, to + LANES);
    c10.intoArray(out, to + columns);
    c11.intoArray(out, to + columns + LANES);
    c20.intoArray(out, to + 2 * columns);
    c21.intoArray(out, to + 2 * columns + LANES);
    c30.intoArray(out, to + 3 * columns);
    c31.intoArray(out, to + 3 * columns + LANES);
  }
}
