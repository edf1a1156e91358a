package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/**
 * A = LLᵀ for four interleaved packed matrices of even size, in place:
 *
 * <pre>L_ij = (A_ij − Σ_{k<j} L_ik L_jk) / L_jj</pre>
 *
 * in tiles of four rows and two columns, whose eight sums stay in registers.
 */
final class QuadCholesky {
  private QuadCholesky() {}

  /** Where row i starts. */
  static int row(int i) {
    return i * (i + 1) / 2 * LANES;
  }

  /** Factorises; 1/L_ii goes to {@code inverse}. */
  static void factor(double[] a, int d, double[] inverse) {
    int i = 0;
    for (; i + 4 <= d; i += 4) {
      for (int j = 0; j < i; j += 2) {
        fourRows(a, i, j, inverse);
      }
      diagonal(a, i, inverse);
      twoRows(a, i + 2, i, inverse);
      diagonal(a, i + 2, inverse);
    }
    if (i < d) {
      for (int j = 0; j < i; j += 2) {
        twoRows(a, i, j, inverse);
      }
      diagonal(a, i, inverse);
    }
  }

  /** Rows i to i+3, columns j and j+1. */
  private static void fourRows(double[] a, int i, int j, double[] inverse) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int r2 = r1 + (i + 2) * LANES;
    int r3 = r2 + (i + 3) * LANES;
    int s0 = row(j);
    int s1 = s0 + (j + 1) * LANES;
    int end = j * LANES;
    DoubleVector c00 = fromArray(SPECIES, a, r0 + end);
    DoubleVector c01 = fromArray(SPECIES, a, r0 + end + LANES);
    DoubleVector c10 = fromArray(SPECIES, a, r1 + end);
    DoubleVector c11 = fromArray(SPECIES, a, r1 + end + LANES);
    DoubleVector c20 = fromArray(SPECIES, a, r2 + end);
    DoubleVector c21 = fromArray(SPECIES, a, r2 + end + LANES);
    DoubleVector c30 = fromArray(SPECIES, a, r3 + end);
    DoubleVector c31 = fromArray(SPECIES, a, r3 + end + LANES);
    for (int k = 0; k < end; k += LANES) {
      DoubleVector y0 = fromArray(SPECIES, a, s0 + k).neg();
      DoubleVector y1 = fromArray(SPECIES, a, s1 + k).neg();
      DoubleVector x = fromArray(SPECIES, a, r0 + k);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = fromArray(SPECIES, a, r1 + k);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = fromArray(SPECIES, a, r2 + k);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = fromArray(SPECIES, a, r3 + k);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    DoubleVector f0 = fromArray(SPECIES, inverse, end);
    DoubleVector f1 = fromArray(SPECIES, inverse, end + LANES);
    DoubleVector l = fromArray(SPECIES, a, s1 + end).neg();
    finish(a, r0 + end, c00.mul(f0), c01, l, f1);
    finish(a, r1 + end, c10.mul(f0), c11, l, f1);
    finish(a, r2 + end, c20.mul(f0), c21, l, f1);
    finish(a, r3 + end, c30.mul(f0), c31, l, f1);
  }

  /** Rows i and i+1, columns j and j+1. */
  private static void twoRows(double[] a, int i, int j, double[] inverse) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int s0 = row(j);
    int s1 = s0 + (j + 1) * LANES;
    int end = j * LANES;
    DoubleVector c00 = fromArray(SPECIES, a, r0 + end);
    DoubleVector c01 = fromArray(SPECIES, a, r0 + end + LANES);
    DoubleVector c10 = fromArray(SPECIES, a, r1 + end);
    DoubleVector c11 = fromArray(SPECIES, a, r1 + end + LANES);
    for (int k = 0; k < end; k += LANES) {
      DoubleVector y0 = fromArray(SPECIES, a, s0 + k).neg();
      DoubleVector y1 = fromArray(SPECIES, a, s1 + k).neg();
      DoubleVector x = fromArray(SPECIES, a, r0 + k);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = fromArray(SPECIES, a, r1 + k);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
    }
    DoubleVector f0 = fromArray(SPECIES, inverse, end);
    DoubleVector f1 = fromArray(SPECIES, inverse, end + LANES);
    DoubleVector l = fromArray(SPECIES, a, s1 + end).neg();
    finish(a, r0 + end, c00.mul(f0), c01, l, f1);
    finish(a, r1 + end, c10.mul(f0), c11, l, f1);
  }

  /** Two neighbours of a row: the first is finished, the second still needs its part and 1/L. */
  private static void finish(
      double[] a, int at, DoubleVector first, DoubleVector second, DoubleVector l, DoubleVector f) {
    first.intoArray(a, at);
    first.fma(l, second).mul(f).intoArray(a, at + LANES);
  }

  /** The 2×2 block on the diagonal at row i. */
  private static void diagonal(double[] a, int i, double[] inverse) {
    int end = i * LANES;
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    DoubleVector c00 = fromArray(SPECIES, a, r0 + end);
    DoubleVector c10 = fromArray(SPECIES, a, r1 + end);
    DoubleVector c11 = fromArray(SPECIES, a, r1 + end + LANES);
    for (int k = 0; k < end; k += LANES) {
      DoubleVector x = fromArray(SPECIES, a, r0 + k);
      DoubleVector y = fromArray(SPECIES, a, r1 + k);
      DoubleVector minus = x.neg();
      c00 = x.fma(minus, c00);
      c10 = y.fma(minus, c10);
      c11 = y.fma(y.neg(), c11);
    }
    DoubleVector one = broadcast(SPECIES, 1);
    c00 = c00.sqrt();
    DoubleVector f0 = one.div(c00);
    c10 = c10.mul(f0);
    c11 = c10.fma(c10.neg(), c11).sqrt();
    c00.intoArray(a, r0 + end);
    c10.intoArray(a, r1 + end);
    c11.intoArray(a, r1 + end + LANES);
    f0.intoArray(inverse, end);
    one.div(c11).intoArray(inverse, end + LANES);
  }
}
