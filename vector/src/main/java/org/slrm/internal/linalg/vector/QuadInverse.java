package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.QuadCholesky.row;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/**
 * A⁻¹ = WᵀW with W = L⁻¹ for four interleaved packed matrices of even size, in place:
 *
 * <pre>W_ij = −Σ_{j≤k<i} L_ik W_kj / L_ii,   A⁻¹_ij = Σ_{k≥i} W_ki W_kj</pre>
 *
 * Row by row from the left, each entry is overwritten after its last use, so the working set stays
 * in the nearest cache. In tiles of four rows and two columns.
 */
final class QuadInverse {
  private QuadInverse() {}

  /** From L to A⁻¹ in place, 1/L_ii given. */
  static void invert(double[] a, int d, double[] inverse) {
    int i = 0;
    for (; i + 4 <= d; i += 4) {
      for (int j = 0; j < i; j += 2) {
        fourRowsOfW(a, i, j);
      }
      finishRows(a, i, inverse);
      twoByTwo(a, i, inverse);
      twoRowsOfW(a, i + 2, i, inverse);
      twoByTwo(a, i + 2, inverse);
    }
    if (i < d) {
      for (int j = 0; j < i; j += 2) {
        twoRowsOfW(a, i, j, inverse);
      }
      twoByTwo(a, i, inverse);
    }
    for (i = 0; i + 4 <= d; i += 4) {
      for (int j = 0; j < i; j += 2) {
        fourRows(a, i, j, d);
      }
      corner(a, i, d);
    }
    if (i < d) {
      lastRows(a, i);
    }
  }

  /** Σ L_ik W_kj over k < i for rows i to i+3 of columns j and j+1 of W. */
  private static void fourRowsOfW(double[] a, int i, int j) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int r2 = r1 + (i + 2) * LANES;
    int r3 = r2 + (i + 3) * LANES;
    int at = j * LANES;
    int end = i * LANES;
    int w = row(j) + at;
    DoubleVector y0 = fromArray(SPECIES, a, w);
    DoubleVector c01 = DoubleVector.zero(SPECIES);
    DoubleVector c00 = fromArray(SPECIES, a, r0 + at).fma(y0, c01);
    DoubleVector c10 = fromArray(SPECIES, a, r1 + at).fma(y0, c01);
    DoubleVector c20 = fromArray(SPECIES, a, r2 + at).fma(y0, c01);
    DoubleVector c30 = fromArray(SPECIES, a, r3 + at).fma(y0, c01);
    DoubleVector c11 = c01;
    DoubleVector c21 = c01;
    DoubleVector c31 = c01;
    w += (j + 1) * LANES;
    for (int k = at + LANES, step = k + LANES; k < end; k += LANES) {
      y0 = fromArray(SPECIES, a, w);
      DoubleVector y1 = fromArray(SPECIES, a, w + LANES);
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
      w += step;
      step += LANES;
    }
    c00.intoArray(a, r0 + at);
    c01.intoArray(a, r0 + at + LANES);
    c10.intoArray(a, r1 + at);
    c11.intoArray(a, r1 + at + LANES);
    c20.intoArray(a, r2 + at);
    c21.intoArray(a, r2 + at + LANES);
    c30.intoArray(a, r3 + at);
    c31.intoArray(a, r3 + at + LANES);
  }

  /**
   * The products of four rows of W from i on with each other in the columns before i. Separate from
   * the sums over earlier rows, because a method with many vectors is not compiled as a whole.
   */
  private static void finishRows(double[] a, int i, double[] inverse) {
    int end = i * LANES;
    int r0 = row(i);
    int r1 = r0 + end + LANES;
    int r2 = r1 + end + 2 * LANES;
    int r3 = r2 + end + 3 * LANES;
    DoubleVector f0 = fromArray(SPECIES, inverse, end).neg();
    DoubleVector f1 = fromArray(SPECIES, inverse, end + LANES).neg();
    DoubleVector f2 = fromArray(SPECIES, inverse, end + 2 * LANES).neg();
    DoubleVector f3 = fromArray(SPECIES, inverse, end + 3 * LANES).neg();
    for (int k = 0; k < end; k += LANES) {
      DoubleVector c0 = fromArray(SPECIES, a, r0 + k).mul(f0);
      c0.intoArray(a, r0 + k);
      DoubleVector c1 =
          fromArray(SPECIES, a, r1 + end).fma(c0, fromArray(SPECIES, a, r1 + k)).mul(f1);
      c1.intoArray(a, r1 + k);
      DoubleVector c2 = fromArray(SPECIES, a, r2 + end).fma(c0, fromArray(SPECIES, a, r2 + k));
      c2 = fromArray(SPECIES, a, r2 + end + LANES).fma(c1, c2).mul(f2);
      c2.intoArray(a, r2 + k);
      DoubleVector c3 = fromArray(SPECIES, a, r3 + end).fma(c0, fromArray(SPECIES, a, r3 + k));
      c3 = fromArray(SPECIES, a, r3 + end + LANES).fma(c1, c3);
      fromArray(SPECIES, a, r3 + end + 2 * LANES).fma(c2, c3).mul(f3).intoArray(a, r3 + k);
    }
  }

  /** Rows i and i+1 of columns j and j+1 of W. */
  private static void twoRowsOfW(double[] a, int i, int j, double[] inverse) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int at = j * LANES;
    int end = i * LANES;
    int w = row(j) + at;
    DoubleVector y0 = fromArray(SPECIES, a, w);
    DoubleVector c01 = DoubleVector.zero(SPECIES);
    DoubleVector c00 = fromArray(SPECIES, a, r0 + at).fma(y0, c01);
    DoubleVector c10 = fromArray(SPECIES, a, r1 + at).fma(y0, c01);
    DoubleVector c11 = c01;
    w += (j + 1) * LANES;
    for (int k = at + LANES, step = k + LANES; k < end; k += LANES) {
      y0 = fromArray(SPECIES, a, w);
      DoubleVector y1 = fromArray(SPECIES, a, w + LANES);
      DoubleVector x = fromArray(SPECIES, a, r0 + k);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = fromArray(SPECIES, a, r1 + k);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      w += step;
      step += LANES;
    }
    DoubleVector f = fromArray(SPECIES, inverse, end).neg();
    c00 = c00.mul(f);
    c01 = c01.mul(f);
    c00.intoArray(a, r0 + at);
    c01.intoArray(a, r0 + at + LANES);
    DoubleVector x = fromArray(SPECIES, a, r1 + end);
    f = fromArray(SPECIES, inverse, end + LANES).neg();
    x.fma(c00, c10).mul(f).intoArray(a, r1 + at);
    x.fma(c01, c11).mul(f).intoArray(a, r1 + at + LANES);
  }

  /** The 2×2 block of W on the diagonal at row i. */
  private static void twoByTwo(double[] a, int i, double[] inverse) {
    int end = i * LANES;
    int r0 = row(i) + end;
    int r1 = r0 + (i + 1) * LANES;
    DoubleVector f0 = fromArray(SPECIES, inverse, end);
    DoubleVector f1 = fromArray(SPECIES, inverse, end + LANES);
    f0.intoArray(a, r0);
    DoubleVector zero = DoubleVector.zero(SPECIES);
    fromArray(SPECIES, a, r1).fma(f0, zero).mul(f1.neg()).intoArray(a, r1);
    f1.intoArray(a, r1 + LANES);
  }

  /** Rows i to i+3, columns j and j+1 of A⁻¹. */
  private static void fourRows(double[] a, int i, int j, int d) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int r2 = r1 + (i + 2) * LANES;
    int r3 = r2 + (i + 3) * LANES;
    int at = j * LANES;
    int end = i * LANES;
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector x = fromArray(SPECIES, a, r0 + end);
    DoubleVector y0 = fromArray(SPECIES, a, r0 + at);
    DoubleVector y1 = fromArray(SPECIES, a, r0 + at + LANES);
    DoubleVector c00 = x.fma(y0, zero);
    DoubleVector c01 = x.fma(y1, zero);
    y0 = fromArray(SPECIES, a, r1 + at);
    y1 = fromArray(SPECIES, a, r1 + at + LANES);
    x = fromArray(SPECIES, a, r1 + end);
    c00 = x.fma(y0, c00);
    c01 = x.fma(y1, c01);
    x = fromArray(SPECIES, a, r1 + end + LANES);
    DoubleVector c10 = x.fma(y0, zero);
    DoubleVector c11 = x.fma(y1, zero);
    y0 = fromArray(SPECIES, a, r2 + at);
    y1 = fromArray(SPECIES, a, r2 + at + LANES);
    x = fromArray(SPECIES, a, r2 + end);
    c00 = x.fma(y0, c00);
    c01 = x.fma(y1, c01);
    x = fromArray(SPECIES, a, r2 + end + LANES);
    c10 = x.fma(y0, c10);
    c11 = x.fma(y1, c11);
    x = fromArray(SPECIES, a, r2 + end + 2 * LANES);
    DoubleVector c20 = x.fma(y0, zero);
    DoubleVector c21 = x.fma(y1, zero);
    DoubleVector c30 = zero;
    DoubleVector c31 = zero;
    int last = row(d);
    int u = end - at;
    for (int k = r3 + at, step = (i + 4) * LANES; k < last; k += step, step += LANES) {
      y0 = fromArray(SPECIES, a, k);
      y1 = fromArray(SPECIES, a, k + LANES);
      x = fromArray(SPECIES, a, k + u);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = fromArray(SPECIES, a, k + u + LANES);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = fromArray(SPECIES, a, k + u + 2 * LANES);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = fromArray(SPECIES, a, k + u + 3 * LANES);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    c00.intoArray(a, r0 + at);
    c01.intoArray(a, r0 + at + LANES);
    c10.intoArray(a, r1 + at);
    c11.intoArray(a, r1 + at + LANES);
    c20.intoArray(a, r2 + at);
    c21.intoArray(a, r2 + at + LANES);
    c30.intoArray(a, r3 + at);
    c31.intoArray(a, r3 + at + LANES);
  }

  /** The 4×4 block of A⁻¹ on the diagonal at row i. */
  private static void corner(double[] a, int i, int d) {
    int r0 = row(i) + i * LANES;
    int r1 = r0 + (i + 1) * LANES;
    int r2 = r1 + (i + 2) * LANES;
    int r3 = r2 + (i + 3) * LANES;
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector x0 = fromArray(SPECIES, a, r0);
    DoubleVector c00 = x0.fma(x0, zero);
    x0 = fromArray(SPECIES, a, r1);
    DoubleVector x1 = fromArray(SPECIES, a, r1 + LANES);
    c00 = x0.fma(x0, c00);
    DoubleVector c10 = x0.fma(x1, zero);
    DoubleVector c11 = x1.fma(x1, zero);
    x0 = fromArray(SPECIES, a, r2);
    x1 = fromArray(SPECIES, a, r2 + LANES);
    DoubleVector x2 = fromArray(SPECIES, a, r2 + 2 * LANES);
    c00 = x0.fma(x0, c00);
    c10 = x0.fma(x1, c10);
    c11 = x1.fma(x1, c11);
    DoubleVector c20 = x0.fma(x2, zero);
    DoubleVector c21 = x1.fma(x2, zero);
    DoubleVector c22 = x2.fma(x2, zero);
    DoubleVector c30 = zero;
    DoubleVector c31 = zero;
    DoubleVector c32 = zero;
    DoubleVector c33 = zero;
    int last = row(d);
    for (int k = r3, step = (i + 4) * LANES; k < last; k += step, step += LANES) {
      x0 = fromArray(SPECIES, a, k);
      x1 = fromArray(SPECIES, a, k + LANES);
      x2 = fromArray(SPECIES, a, k + 2 * LANES);
      DoubleVector x3 = fromArray(SPECIES, a, k + 3 * LANES);
      c00 = x0.fma(x0, c00);
      c10 = x0.fma(x1, c10);
      c11 = x1.fma(x1, c11);
      c20 = x0.fma(x2, c20);
      c21 = x1.fma(x2, c21);
      c22 = x2.fma(x2, c22);
      c30 = x0.fma(x3, c30);
      c31 = x1.fma(x3, c31);
      c32 = x2.fma(x3, c32);
      c33 = x3.fma(x3, c33);
    }
    c00.intoArray(a, r0);
    c10.intoArray(a, r1);
    c11.intoArray(a, r1 + LANES);
    c20.intoArray(a, r2);
    c21.intoArray(a, r2 + LANES);
    c22.intoArray(a, r2 + 2 * LANES);
    c30.intoArray(a, r3);
    c31.intoArray(a, r3 + LANES);
    c32.intoArray(a, r3 + 2 * LANES);
    c33.intoArray(a, r3 + 3 * LANES);
  }

  /** The last two rows of A⁻¹, from row i on. */
  private static void lastRows(double[] a, int i) {
    int r0 = row(i);
    int end = i * LANES;
    int r1 = r0 + end + LANES;
    DoubleVector w00 = fromArray(SPECIES, a, r0 + end);
    DoubleVector w10 = fromArray(SPECIES, a, r1 + end);
    DoubleVector w11 = fromArray(SPECIES, a, r1 + end + LANES);
    DoubleVector zero = DoubleVector.zero(SPECIES);
    for (int k = 0; k <= end; k += LANES) {
      DoubleVector y = fromArray(SPECIES, a, r1 + k);
      y.fma(w10, fromArray(SPECIES, a, r0 + k).fma(w00, zero)).intoArray(a, r0 + k);
      y.fma(w11, zero).intoArray(a, r1 + k);
    }
    w11.fma(w11, zero).intoArray(a, r1 + end + LANES);
  }
}
