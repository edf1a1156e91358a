package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.QuadCholesky.row;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.load;

import jdk.incubator.vector.DoubleVector;

/**
 * A⁻¹ = WᵀW with W = L⁻¹ for four interleaved matrices:
 *
 * <pre>W_ij = −Σ_{j≤k<i} L_ik W_kj / L_ii,   A⁻¹_ij = Σ_{k≥i} W_ki W_kj</pre>
 *
 * W is kept by columns, so that both sums run over neighbours. Columns come in fours that start at
 * the same row, with zeros above the diagonal.
 */
final class QuadInverse {
  private QuadInverse() {}

  /** Length of W's columns. */
  static int columnsLength(int d) {
    return (column((d + 3) / 4 * 4, d) + d * LANES) + LANES * LANES;
  }

  /** Where entry k = 0 of column j would be. */
  private static int column(int j, int d) {
    int q = j / 4;
    int first = 4 * q;
    return (4 * (q * d - 2 * q * (q - 1)) + (j - first) * (d - first) - first) * LANES;
  }

  /** From L to A⁻¹ in place, 1/L_ii given, W going to {@code w}. */
  static void invert(double[] a, int d, double[] inverse, double[] w) {
    for (int j = 0; j < d; j += 4) {
      corner(a, j, d, inverse, w);
      for (int i = j + 4; i < d; i += 2) {
        columns(a, i, j, d, inverse, w);
      }
    }
    int i = 0;
    for (; i + 4 <= d; i += 4) {
      for (int j = 0; j < i; j += 2) {
        fourRows(a, i, j, d, w);
      }
      diagonal(a, i, d, w);
      twoRows(a, i + 2, i, d, w);
      diagonal(a, i + 2, d, w);
    }
    if (i < d) {
      for (int j = 0; j < i; j += 2) {
        twoRows(a, i, j, d, w);
      }
      diagonal(a, i, d, w);
    }
  }

  /** The up to 4×4 block of W on the diagonal at j. */
  private static void corner(double[] l, int j, int d, double[] inverse, double[] w) {
    int end = Math.min(d, j + 4);
    for (int c = j; c < end; c++) {
      int at = column(c, d);
      for (int r = j; r < c; r++) {
        DoubleVector.zero(SPECIES).intoArray(w, at + r * LANES);
      }
      load(inverse, c * LANES).intoArray(w, at + c * LANES);
      for (int r = c + 1; r < end; r++) {
        DoubleVector s = load(l, row(r) + c * LANES).mul(load(w, at + c * LANES));
        for (int k = c + 1; k < r; k++) {
          s = load(l, row(r) + k * LANES).fma(load(w, at + k * LANES), s);
        }
        s.mul(load(inverse, r * LANES)).neg().intoArray(w, at + r * LANES);
      }
    }
  }

  /** Rows i and i+1 of columns j to j+3 of W. */
  private static void columns(double[] l, int i, int j, int d, double[] inverse, double[] w) {
    int r0 = row(i);
    int r1 = r0 + (i + 1) * LANES;
    int step = (d - j) * LANES;
    int w0 = column(j, d);
    int w1 = w0 + step;
    int w2 = w1 + step;
    int w3 = w2 + step;
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c02 = c00;
    DoubleVector c03 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c12 = c00;
    DoubleVector c13 = c00;
    int end = i * LANES;
    for (int k = j * LANES; k < end; k += LANES) {
      DoubleVector x0 = load(l, r0 + k);
      DoubleVector x1 = load(l, r1 + k);
      DoubleVector y = load(w, w0 + k);
      c00 = x0.fma(y, c00);
      c10 = x1.fma(y, c10);
      y = load(w, w1 + k);
      c01 = x0.fma(y, c01);
      c11 = x1.fma(y, c11);
      y = load(w, w2 + k);
      c02 = x0.fma(y, c02);
      c12 = x1.fma(y, c12);
      y = load(w, w3 + k);
      c03 = x0.fma(y, c03);
      c13 = x1.fma(y, c13);
    }
    DoubleVector f0 = load(inverse, end).neg();
    DoubleVector f1 = load(inverse, end + LANES).neg();
    DoubleVector m = load(l, r1 + end);
    finish(w, w0 + end, c00.mul(f0), c10, m, f1);
    finish(w, w1 + end, c01.mul(f0), c11, m, f1);
    finish(w, w2 + end, c02.mul(f0), c12, m, f1);
    finish(w, w3 + end, c03.mul(f0), c13, m, f1);
  }

  private static void finish(
      double[] w, int at, DoubleVector first, DoubleVector second, DoubleVector l, DoubleVector f) {
    first.intoArray(w, at);
    first.fma(l, second).mul(f).intoArray(w, at + LANES);
  }

  /** Rows i to i+3, columns j and j+1 of A⁻¹. */
  private static void fourRows(double[] s, int i, int j, int d, double[] w) {
    int step = (d - i) * LANES;
    int u0 = column(i, d);
    int u1 = u0 + step;
    int u2 = u1 + step;
    int u3 = u2 + step;
    int w0 = column(j, d);
    int w1 = column(j + 1, d);
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c20 = c00;
    DoubleVector c21 = c00;
    DoubleVector c30 = c00;
    DoubleVector c31 = c00;
    for (int k = i * LANES; k < d * LANES; k += LANES) {
      DoubleVector y0 = load(w, w0 + k);
      DoubleVector y1 = load(w, w1 + k);
      DoubleVector x = load(w, u0 + k);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = load(w, u1 + k);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = load(w, u2 + k);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = load(w, u3 + k);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    int r0 = row(i) + j * LANES;
    int r1 = r0 + (i + 1) * LANES;
    int r2 = r1 + (i + 2) * LANES;
    int r3 = r2 + (i + 3) * LANES;
    c00.intoArray(s, r0);
    c01.intoArray(s, r0 + LANES);
    c10.intoArray(s, r1);
    c11.intoArray(s, r1 + LANES);
    c20.intoArray(s, r2);
    c21.intoArray(s, r2 + LANES);
    c30.intoArray(s, r3);
    c31.intoArray(s, r3 + LANES);
  }

  /** Rows i and i+1, columns j and j+1 of A⁻¹. */
  private static void twoRows(double[] s, int i, int j, int d, double[] w) {
    int u0 = column(i, d);
    int u1 = column(i + 1, d);
    int w0 = column(j, d);
    int w1 = column(j + 1, d);
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    for (int k = i * LANES; k < d * LANES; k += LANES) {
      DoubleVector y0 = load(w, w0 + k);
      DoubleVector y1 = load(w, w1 + k);
      DoubleVector x = load(w, u0 + k);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = load(w, u1 + k);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
    }
    int r0 = row(i) + j * LANES;
    int r1 = r0 + (i + 1) * LANES;
    c00.intoArray(s, r0);
    c01.intoArray(s, r0 + LANES);
    c10.intoArray(s, r1);
    c11.intoArray(s, r1 + LANES);
  }

  /** The 2×2 block of A⁻¹ on the diagonal at row i. */
  private static void diagonal(double[] s, int i, int d, double[] w) {
    int u0 = column(i, d);
    int u1 = column(i + 1, d);
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    for (int k = i * LANES; k < d * LANES; k += LANES) {
      DoubleVector x = load(w, u0 + k);
      DoubleVector y = load(w, u1 + k);
      c00 = x.fma(x, c00);
      c10 = x.fma(y, c10);
      c11 = y.fma(y, c11);
    }
    int r0 = row(i) + i * LANES;
    int r1 = r0 + (i + 1) * LANES;
    c00.intoArray(s, r0);
    c10.intoArray(s, r1);
    c11.intoArray(s, r1 + LANES);
  }
}
