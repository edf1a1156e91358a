package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;

import jdk.incubator.vector.DoubleVector;

/** Sums over, and updates of, chosen rows of a table, eight vectors of columns at a time. */
final class RowVectors {
  private static final int TILE = 8 * LANES;

  /** Twelve vectors where only the sums must stay in registers. */
  private static final int WIDE = 12 * LANES;

  private RowVectors() {}

  /** Tiles outside, lists inside: a tile of the table stays in the nearest cache. */
  static void sum(
      double[] table,
      int width,
      int columns,
      int[] index,
      int[] starts,
      int lists,
      double[] acc,
      int stride) {
    int k = 0;
    for (; k + WIDE <= columns; k += WIDE) {
      for (int t = 0; t < lists; t++) {
        sumTile(table, width, k, index, starts[t], starts[t + 1], acc, t * stride + k);
      }
    }
    for (int t = 0; t < lists; t++) {
      int c = k;
      for (; c + TILE / 2 <= columns; c += TILE / 2) {
        sumHalf(table, width, c, index, starts[t], starts[t + 1], acc, t * stride + c);
      }
      for (; c + LANES <= columns; c += LANES) {
        sumVector(table, width, c, index, starts[t], starts[t + 1], acc, t * stride + c);
      }
      for (; c < columns; c++) {
        double sum = acc[t * stride + c];
        for (int e = starts[t]; e < starts[t + 1]; e++) {
          sum += table[index[e] * width + c];
        }
        acc[t * stride + c] = sum;
      }
    }
  }

  private static void sumTile(
      double[] table, int width, int k, int[] index, int from, int to, double[] acc, int at) {
    DoubleVector s0 = fromArray(SPECIES, acc, at);
    DoubleVector s1 = fromArray(SPECIES, acc, at + 4);
    DoubleVector s2 = fromArray(SPECIES, acc, at + 8);
    DoubleVector s3 = fromArray(SPECIES, acc, at + 12);
    DoubleVector s4 = fromArray(SPECIES, acc, at + 16);
    DoubleVector s5 = fromArray(SPECIES, acc, at + 20);
    DoubleVector s6 = fromArray(SPECIES, acc, at + 24);
    DoubleVector s7 = fromArray(SPECIES, acc, at + 28);
    DoubleVector s8 = fromArray(SPECIES, acc, at + 32);
    DoubleVector s9 = fromArray(SPECIES, acc, at + 36);
    DoubleVector s10 = fromArray(SPECIES, acc, at + 40);
    DoubleVector s11 = fromArray(SPECIES, acc, at + 44);
    for (int e = from; e < to; e++) {
      int r = index[e] * width + k;
      s0 = s0.add(fromArray(SPECIES, table, r));
      s1 = s1.add(fromArray(SPECIES, table, r + 4));
      s2 = s2.add(fromArray(SPECIES, table, r + 8));
      s3 = s3.add(fromArray(SPECIES, table, r + 12));
      s4 = s4.add(fromArray(SPECIES, table, r + 16));
      s5 = s5.add(fromArray(SPECIES, table, r + 20));
      s6 = s6.add(fromArray(SPECIES, table, r + 24));
      s7 = s7.add(fromArray(SPECIES, table, r + 28));
      s8 = s8.add(fromArray(SPECIES, table, r + 32));
      s9 = s9.add(fromArray(SPECIES, table, r + 36));
      s10 = s10.add(fromArray(SPECIES, table, r + 40));
      s11 = s11.add(fromArray(SPECIES, table, r + 44));
    }
    s0.intoArray(acc, at);
    s1.intoArray(acc, at + 4);
    s2.intoArray(acc, at + 8);
    s3.intoArray(acc, at + 12);
    s4.intoArray(acc, at + 16);
    s5.intoArray(acc, at + 20);
    s6.intoArray(acc, at + 24);
    s7.intoArray(acc, at + 28);
    s8.intoArray(acc, at + 32);
    s9.intoArray(acc, at + 36);
    s10.intoArray(acc, at + 40);
    s11.intoArray(acc, at + 44);
  }

  private static void sumHalf(
      double[] table, int width, int k, int[] index, int from, int to, double[] acc, int at) {
    DoubleVector s0 = fromArray(SPECIES, acc, at);
    DoubleVector s1 = fromArray(SPECIES, acc, at + 4);
    DoubleVector s2 = fromArray(SPECIES, acc, at + 8);
    DoubleVector s3 = fromArray(SPECIES, acc, at + 12);
    for (int e = from; e < to; e++) {
      int r = index[e] * width + k;
      s0 = s0.add(fromArray(SPECIES, table, r));
      s1 = s1.add(fromArray(SPECIES, table, r + 4));
      s2 = s2.add(fromArray(SPECIES, table, r + 8));
      s3 = s3.add(fromArray(SPECIES, table, r + 12));
    }
    s0.intoArray(acc, at);
    s1.intoArray(acc, at + 4);
    s2.intoArray(acc, at + 8);
    s3.intoArray(acc, at + 12);
  }

  private static void sumVector(
      double[] table, int width, int k, int[] index, int from, int to, double[] acc, int at) {
    DoubleVector s = fromArray(SPECIES, acc, at);
    for (int e = from; e < to; e++) {
      s = s.add(fromArray(SPECIES, table, index[e] * width + k));
    }
    s.intoArray(acc, at);
  }

  /** Whole vectors: numbers beyond a row's end are ignored. */
  static void sumWeighted(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc) {
    int k = 0;
    for (; k + TILE - LANES < width; k += TILE) {
      weightedTile(table, width, k, index, weights, count, acc);
    }
    for (; k + TILE / 2 - LANES < width; k += TILE / 2) {
      weightedHalf(table, width, k, index, weights, count, acc);
    }
    for (; k < width; k += LANES) {
      DoubleVector s = fromArray(SPECIES, acc, k);
      for (int e = 0; e < count; e++) {
        s = fromArray(SPECIES, table, index[e] * width + k).fma(broadcast(SPECIES, weights[e]), s);
      }
      s.intoArray(acc, k);
    }
  }

  private static void weightedTile(
      double[] table, int width, int k, int[] index, double[] weights, int count, double[] acc) {
    DoubleVector s0 = fromArray(SPECIES, acc, k);
    DoubleVector s1 = fromArray(SPECIES, acc, k + 4);
    DoubleVector s2 = fromArray(SPECIES, acc, k + 8);
    DoubleVector s3 = fromArray(SPECIES, acc, k + 12);
    DoubleVector s4 = fromArray(SPECIES, acc, k + 16);
    DoubleVector s5 = fromArray(SPECIES, acc, k + 20);
    DoubleVector s6 = fromArray(SPECIES, acc, k + 24);
    DoubleVector s7 = fromArray(SPECIES, acc, k + 28);
    for (int e = 0; e < count; e++) {
      int r = index[e] * width + k;
      DoubleVector w = broadcast(SPECIES, weights[e]);
      s0 = fromArray(SPECIES, table, r).fma(w, s0);
      s1 = fromArray(SPECIES, table, r + 4).fma(w, s1);
      s2 = fromArray(SPECIES, table, r + 8).fma(w, s2);
      s3 = fromArray(SPECIES, table, r + 12).fma(w, s3);
      s4 = fromArray(SPECIES, table, r + 16).fma(w, s4);
      s5 = fromArray(SPECIES, table, r + 20).fma(w, s5);
      s6 = fromArray(SPECIES, table, r + 24).fma(w, s6);
      s7 = fromArray(SPECIES, table, r + 28).fma(w, s7);
    }
    s0.intoArray(acc, k);
    s1.intoArray(acc, k + 4);
    s2.intoArray(acc, k + 8);
    s3.intoArray(acc, k + 12);
    s4.intoArray(acc, k + 16);
    s5.intoArray(acc, k + 20);
    s6.intoArray(acc, k + 24);
    s7.intoArray(acc, k + 28);
  }

  private static void weightedHalf(
      double[] table, int width, int k, int[] index, double[] weights, int count, double[] acc) {
    DoubleVector s0 = fromArray(SPECIES, acc, k);
    DoubleVector s1 = fromArray(SPECIES, acc, k + 4);
    DoubleVector s2 = fromArray(SPECIES, acc, k + 8);
    DoubleVector s3 = fromArray(SPECIES, acc, k + 12);
    for (int e = 0; e < count; e++) {
      int r = index[e] * width + k;
      DoubleVector w = broadcast(SPECIES, weights[e]);
      s0 = fromArray(SPECIES, table, r).fma(w, s0);
      s1 = fromArray(SPECIES, table, r + 4).fma(w, s1);
      s2 = fromArray(SPECIES, table, r + 8).fma(w, s2);
      s3 = fromArray(SPECIES, table, r + 12).fma(w, s3);
    }
    s0.intoArray(acc, k);
    s1.intoArray(acc, k + 4);
    s2.intoArray(acc, k + 8);
    s3.intoArray(acc, k + 12);
  }

  /** Whole vectors: the zeros behind v cancel numbers beyond a row's end. */
  static void multiply(
      double[] table, int width, int[] index, int count, double[] v, double[] out) {
    int e = 0;
    for (; e + 4 <= count; e += 4) {
      int r0 = index[e] * width;
      int r1 = index[e + 1] * width;
      int r2 = index[e + 2] * width;
      int r3 = index[e + 3] * width;
      DoubleVector s0 = DoubleVector.zero(SPECIES);
      DoubleVector s1 = s0;
      DoubleVector s2 = s0;
      DoubleVector s3 = s0;
      for (int k = 0; k < width; k += LANES) {
        DoubleVector x = fromArray(SPECIES, v, k);
        s0 = fromArray(SPECIES, table, r0 + k).fma(x, s0);
        s1 = fromArray(SPECIES, table, r1 + k).fma(x, s1);
        s2 = fromArray(SPECIES, table, r2 + k).fma(x, s2);
        s3 = fromArray(SPECIES, table, r3 + k).fma(x, s3);
      }
      out[e] = VectorKernels.sum(s0);
      out[e + 1] = VectorKernels.sum(s1);
      out[e + 2] = VectorKernels.sum(s2);
      out[e + 3] = VectorKernels.sum(s3);
    }
    for (; e < count; e++) {
      DoubleVector s = DoubleVector.zero(SPECIES);
      for (int k = 0; k < width; k += LANES) {
        s = fromArray(SPECIES, table, index[e] * width + k).fma(fromArray(SPECIES, v, k), s);
      }
      out[e] = VectorKernels.sum(s);
    }
  }

  /** Whole vectors: the zeros behind v leave numbers beyond a row's end unchanged. */
  static void addTo(
      double[] table, int width, int[] index, double[] weights, int count, double[] v) {
    int k = 0;
    for (; k + TILE - LANES < width; k += TILE) {
      addTile(table, width, k, index, weights, count, v);
    }
    for (; k < width; k += LANES) {
      DoubleVector x = fromArray(SPECIES, v, k);
      for (int e = 0; e < count; e++) {
        int r = index[e] * width + k;
        x.fma(broadcast(SPECIES, weights[e]), fromArray(SPECIES, table, r)).intoArray(table, r);
      }
    }
  }

  private static void addTile(
      double[] table, int width, int k, int[] index, double[] weights, int count, double[] v) {
    DoubleVector x0 = fromArray(SPECIES, v, k);
    DoubleVector x1 = fromArray(SPECIES, v, k + 4);
    DoubleVector x2 = fromArray(SPECIES, v, k + 8);
    DoubleVector x3 = fromArray(SPECIES, v, k + 12);
    DoubleVector x4 = fromArray(SPECIES, v, k + 16);
    DoubleVector x5 = fromArray(SPECIES, v, k + 20);
    DoubleVector x6 = fromArray(SPECIES, v, k + 24);
    DoubleVector x7 = fromArray(SPECIES, v, k + 28);
    for (int e = 0; e < count; e++) {
      int r = index[e] * width + k;
      DoubleVector w = broadcast(SPECIES, weights[e]);
      x0.fma(w, fromArray(SPECIES, table, r)).intoArray(table, r);
      x1.fma(w, fromArray(SPECIES, table, r + 4)).intoArray(table, r + 4);
      x2.fma(w, fromArray(SPECIES, table, r + 8)).intoArray(table, r + 8);
      x3.fma(w, fromArray(SPECIES, table, r + 12)).intoArray(table, r + 12);
      x4.fma(w, fromArray(SPECIES, table, r + 16)).intoArray(table, r + 16);
      x5.fma(w, fromArray(SPECIES, table, r + 20)).intoArray(table, r + 20);
      x6.fma(w, fromArray(SPECIES, table, r + 24)).intoArray(table, r + 24);
      x7.fma(w, fromArray(SPECIES, table, r + 28)).intoArray(table, r + 28);
    }
  }
}
