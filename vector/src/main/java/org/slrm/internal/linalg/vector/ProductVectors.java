package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/**
 * Matrix products in tiles that stay in registers: three rows and twelve columns, and four rows of
 * eight or four for the remaining columns. With the operands that is 13 of 16 registers; a tile
 * that needs all 16 (four rows and twelve columns) often spills to the stack, at half the speed.
 * The step of the inner loop is not a constant, which prevents unrolling for the same reason.
 */
final class ProductVectors {
  private ProductVectors() {}

  /** out = A B; B and out have rows of {@code columns} numbers, a multiple of four. */
  static void multiply(
      double[] a, int strideA, double[] b, double[] out, int rows, int k, int columns) {
    int j = 0;
    for (; rows >= 3 && j + 3 * LANES <= columns; j += 3 * LANES) {
      for (int i = 0; i < rows; i += 3) {
        // The last rows overlap earlier ones and are computed again.
        int r = Math.min(i, rows - 3);
        wideTile(a, r * strideA, strideA, b, j, out, r * columns + j, k, columns);
      }
    }
    for (; rows >= 4 && j + 2 * LANES <= columns; j += 2 * LANES) {
      for (int i = 0; i < rows; i += 4) {
        int r = Math.min(i, rows - 4);
        tile(a, r * strideA, strideA, b, j, out, r * columns + j, k, columns);
      }
    }
    for (; j < columns; j += LANES) {
      int i = 0;
      for (; i + 4 <= rows; i += 4) {
        narrowTile(a, i * strideA, strideA, b, j, out, i * columns + j, k, columns);
      }
      for (; i < rows; i++) {
        row(a, i * strideA, b, j, out, i * columns + j, k, columns);
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
    int a1 = at + stride;
    int a2 = a1 + stride;
    for (int p = 0, q = j, end = k * columns; q < end; p++, q += columns) {
      DoubleVector y0 = fromArray(SPECIES, b, q);
      DoubleVector y1 = fromArray(SPECIES, b, q + LANES);
      DoubleVector y2 = fromArray(SPECIES, b, q + 2 * LANES);
      DoubleVector x = broadcast(SPECIES, a[at + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      c02 = x.fma(y2, c02);
      x = broadcast(SPECIES, a[a1 + p]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      c12 = x.fma(y2, c12);
      x = broadcast(SPECIES, a[a2 + p]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      c22 = x.fma(y2, c22);
    }
    int o = to;
    c00.intoArray(out, o);
    c01.intoArray(out, o + LANES);
    c02.intoArray(out, o + 2 * LANES);
    o += columns;
    c10.intoArray(out, o);
    c11.intoArray(out, o + LANES);
    c12.intoArray(out, o + 2 * LANES);
    o += columns;
    c20.intoArray(out, o);
    c21.intoArray(out, o + LANES);
    c22.intoArray(out, o + 2 * LANES);
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
      DoubleVector y0 = fromArray(SPECIES, b, q);
      DoubleVector y1 = fromArray(SPECIES, b, q + LANES);
      DoubleVector x = broadcast(SPECIES, a[at + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = broadcast(SPECIES, a[a1 + p]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = broadcast(SPECIES, a[a2 + p]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = broadcast(SPECIES, a[a3 + p]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    int o = to;
    c00.intoArray(out, o);
    c01.intoArray(out, o + LANES);
    o += columns;
    c10.intoArray(out, o);
    c11.intoArray(out, o + LANES);
    o += columns;
    c20.intoArray(out, o);
    c21.intoArray(out, o + LANES);
    o += columns;
    c30.intoArray(out, o);
    c31.intoArray(out, o + LANES);
  }

  private static void narrowTile(
      double[] a, int at, int stride, double[] b, int j, double[] out, int to, int k, int columns) {
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c10 = c00;
    DoubleVector c20 = c00;
    DoubleVector c30 = c00;
    int a1 = at + stride;
    int a2 = a1 + stride;
    int a3 = a2 + stride;
    for (int p = 0, q = j, end = k * columns; q < end; p++, q += columns) {
      DoubleVector y0 = fromArray(SPECIES, b, q);
      DoubleVector x = broadcast(SPECIES, a[at + p]);
      c00 = x.fma(y0, c00);
      x = broadcast(SPECIES, a[a1 + p]);
      c10 = x.fma(y0, c10);
      x = broadcast(SPECIES, a[a2 + p]);
      c20 = x.fma(y0, c20);
      x = broadcast(SPECIES, a[a3 + p]);
      c30 = x.fma(y0, c30);
    }
    int o = to;
    c00.intoArray(out, o);
    o += columns;
    c10.intoArray(out, o);
    o += columns;
    c20.intoArray(out, o);
    o += columns;
    c30.intoArray(out, o);
  }

  private static void row(
      double[] a, int at, double[] b, int j, double[] out, int to, int k, int columns) {
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    for (int p = 0, q = j, end = k * columns; q < end; p++, q += columns) {
      DoubleVector y0 = fromArray(SPECIES, b, q);
      DoubleVector x = broadcast(SPECIES, a[at + p]);
      c00 = x.fma(y0, c00);
    }
    c00.intoArray(out, to);
  }
}
