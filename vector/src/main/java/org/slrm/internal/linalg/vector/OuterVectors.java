package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/**
 * Σ v vᵀ over chosen rows v, packed: tiles of four rows and eight columns of the result stay in
 * registers during the sum. A tile on the diagonal extends into later rows, so within four rows
 * tiles are written from the diagonal back, and the excess is overwritten.
 */
final class OuterVectors {
  private OuterVectors() {}

  /** out[at..] = Σ v vᵀ. */
  static void sum(double[] rows, int d, int[] index, int from, int end, double[] out, int at) {
    int to = end;
    // Tiles read up to three numbers beyond a row; the last rows are added separately.
    while (to > from && (index[to - 1] + 1) * d + 3 > rows.length) {
      to--;
    }
    for (int i = 0; i < d; i += 4) {
      if (i % 8 == 0) {
        corner(rows, d, index, from, to, i, out, at);
      }
      for (int j = (i + 4) / 8 * 8 - 8; j >= 0; j -= 8) {
        tile(rows, d, index, from, to, i, j, out, at);
      }
    }
    for (int e = to; e < end; e++) {
      PackedVectors.addOuter(out, at, 1, rows, index[e] * d, d);
    }
  }

  /** Rows i to i+3, columns j to j+7. */
  private static void tile(
      double[] v, int d, int[] index, int from, int to, int i, int j, double[] out, int at) {
    DoubleVector c00 = DoubleVector.zero(SPECIES);
    DoubleVector c01 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c20 = c00;
    DoubleVector c21 = c00;
    DoubleVector c30 = c00;
    DoubleVector c31 = c00;
    for (int e = from; e < to; e++) {
      int r = index[e] * d;
      DoubleVector y0 = fromArray(SPECIES, v, r + j);
      DoubleVector y1 = fromArray(SPECIES, v, r + j + LANES);
      DoubleVector x = broadcast(SPECIES, v[r + i]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = broadcast(SPECIES, v[r + i + 1]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = broadcast(SPECIES, v[r + i + 2]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = broadcast(SPECIES, v[r + i + 3]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    int r = at + i * (i + 1) / 2 + j;
    c00.intoArray(out, r);
    c01.intoArray(out, r + LANES);
    if (i + 1 < d) {
      r += i + 1;
      c10.intoArray(out, r);
      c11.intoArray(out, r + LANES);
    }
    if (i + 2 < d) {
      r += i + 2;
      c20.intoArray(out, r);
      c21.intoArray(out, r + LANES);
    }
    if (i + 3 < d) {
      r += i + 3;
      c30.intoArray(out, r);
      c31.intoArray(out, r + LANES);
    }
  }

  /** The 4×4 block on the diagonal where no tile covers it. */
  private static void corner(
      double[] v, int d, int[] index, int from, int to, int i, double[] out, int at) {
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = c0;
    DoubleVector c2 = c0;
    DoubleVector c3 = c0;
    for (int e = from; e < to; e++) {
      int r = index[e] * d + i;
      DoubleVector y = fromArray(SPECIES, v, r);
      c0 = broadcast(SPECIES, v[r]).fma(y, c0);
      c1 = broadcast(SPECIES, v[r + 1]).fma(y, c1);
      c2 = broadcast(SPECIES, v[r + 2]).fma(y, c2);
      c3 = broadcast(SPECIES, v[r + 3]).fma(y, c3);
    }
    int r = at + i * (i + 1) / 2 + i;
    c0.intoArray(out, r);
    if (i + 1 < d) {
      r += i + 1;
      c1.intoArray(out, r);
    }
    if (i + 2 < d) {
      r += i + 2;
      c2.intoArray(out, r);
    }
    if (i + 3 < d) {
      r += i + 3;
      c3.intoArray(out, r);
    }
  }
}
