package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.all;
import static org.slrm.internal.linalg.vector.VectorKernels.load;

import jdk.incubator.vector.DoubleVector;

/**
 * Σ v vᵀ over chosen rows v, packed: tiles of four rows and eight columns of the result stay in
 * registers while the v go by. Tiles run over the diagonal and the end; what is there means nothing
 * and is not written.
 */
final class OuterVectors {
  private OuterVectors() {}

  /** acc[at..] += Σ v vᵀ; {@code rows} has a few numbers to spare behind the last row. */
  static void sum(double[] rows, int d, int[] index, int from, int to, double[] acc, int at) {
    for (int i = 0; i < d; i += 4) {
      int j = 0;
      for (; j < i; j += 8) {
        tile(rows, d, index, from, to, i, j, acc, at);
      }
      if (j == i) {
        half(rows, d, index, from, to, i, acc, at);
      }
    }
  }

  private static void tile(
      double[] v, int d, int[] index, int from, int to, int i, int j, double[] acc, int at) {
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
      DoubleVector y0 = load(v, r + j);
      DoubleVector y1 = load(v, r + j + LANES);
      DoubleVector x = all(v[r + i]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = all(v[r + i + 1]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = all(v[r + i + 2]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = all(v[r + i + 3]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    int r0 = at + i * (i + 1) / 2 + j;
    int r1 = r0 + i + 1;
    int r2 = r1 + i + 2;
    int r3 = r2 + i + 3;
    if (i + 4 <= d && j + 8 <= i) {
      add(acc, r0, c00, c01);
      add(acc, r1, c10, c11);
      add(acc, r2, c20, c21);
      add(acc, r3, c30, c31);
    } else {
      // The second half is the block on the diagonal.
      int rows = Math.min(4, d - i);
      add(acc, r0, c00);
      if (rows > 1) {
        add(acc, r1, c10);
      }
      if (rows > 2) {
        add(acc, r2, c20);
      }
      if (rows > 3) {
        add(acc, r3, c30);
      }
      if (j + 8 <= i) {
        rest(acc, i, j + 4, at, rows, 4, c01, c11, c21, c31);
      } else {
        rest(acc, i, i, at, rows, 1, c01, c11, c21, c31);
      }
    }
  }

  /** The 4×4 block on the diagonal when no tile holds it. */
  private static void half(
      double[] v, int d, int[] index, int from, int to, int i, double[] acc, int at) {
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = c0;
    DoubleVector c2 = c0;
    DoubleVector c3 = c0;
    for (int e = from; e < to; e++) {
      int r = index[e] * d + i;
      DoubleVector y = load(v, r);
      c0 = all(v[r]).fma(y, c0);
      c1 = all(v[r + 1]).fma(y, c1);
      c2 = all(v[r + 2]).fma(y, c2);
      c3 = all(v[r + 3]).fma(y, c3);
    }
    rest(acc, i, i, at, Math.min(4, d - i), 1, c0, c1, c2, c3);
  }

  private static void add(double[] acc, int at, DoubleVector first, DoubleVector second) {
    add(acc, at, first);
    add(acc, at + LANES, second);
  }

  private static void add(double[] acc, int at, DoubleVector c) {
    load(acc, at).add(c).intoArray(acc, at);
  }

  /** Writes {@code first} numbers of the first row and one more in each row after, at most 4. */
  private static void rest(
      double[] acc,
      int i,
      int j,
      int at,
      int rows,
      int first,
      DoubleVector c0,
      DoubleVector c1,
      DoubleVector c2,
      DoubleVector c3) {
    int r = at + i * (i + 1) / 2 + j;
    some(acc, r, first, c0);
    if (rows > 1) {
      some(acc, r + i + 1, first + 1, c1);
    }
    if (rows > 2) {
      some(acc, r + 2 * i + 3, first + 2, c2);
    }
    if (rows > 3) {
      some(acc, r + 3 * i + 6, first + 3, c3);
    }
  }

  private static void some(double[] acc, int at, int count, DoubleVector c) {
    if (count >= LANES) {
      add(acc, at, c);
      return;
    }
    acc[at] += c.lane(0);
    if (count > 1) {
      acc[at + 1] += c.lane(1);
    }
    if (count > 2) {
      acc[at + 2] += c.lane(2);
    }
  }
}
