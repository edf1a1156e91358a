package org.slrm.internal.linalg.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.SpdBatch;

/**
 * Vectors of four numbers, whatever the processor could do beyond, so that results are the same on
 * all of them. Sums stay in registers while rows go by. No reduction across lanes: its order, and
 * so the rounding, is not settled.
 */
public final class VectorKernels implements Kernels {
  static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_256;
  static final int LANES = 4;

  /** Columns whose sums are kept in registers: eight vectors. */
  private static final int TILE = 8 * LANES;

  @Override
  public String name() {
    return "vector instructions, 4 numbers each";
  }

  static DoubleVector load(double[] a, int at) {
    return DoubleVector.fromArray(SPECIES, a, at);
  }

  /** Tiles outside, lists inside: a tile of the table stays in the nearest cache. */
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
    int k = 0;
    for (; k + TILE <= columns; k += TILE) {
      for (int t = 0; t < lists; t++) {
        sumTile(table, width, k, index, starts[t], starts[t + 1], acc, t * stride + k);
      }
    }
    for (int t = 0; t < lists; t++) {
      int c = k;
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
    DoubleVector s0 = load(acc, at);
    DoubleVector s1 = load(acc, at + 4);
    DoubleVector s2 = load(acc, at + 8);
    DoubleVector s3 = load(acc, at + 12);
    DoubleVector s4 = load(acc, at + 16);
    DoubleVector s5 = load(acc, at + 20);
    DoubleVector s6 = load(acc, at + 24);
    DoubleVector s7 = load(acc, at + 28);
    for (int e = from; e < to; e++) {
      int r = index[e] * width + k;
      s0 = s0.add(load(table, r));
      s1 = s1.add(load(table, r + 4));
      s2 = s2.add(load(table, r + 8));
      s3 = s3.add(load(table, r + 12));
      s4 = s4.add(load(table, r + 16));
      s5 = s5.add(load(table, r + 20));
      s6 = s6.add(load(table, r + 24));
      s7 = s7.add(load(table, r + 28));
    }
    s0.intoArray(acc, at);
    s1.intoArray(acc, at + 4);
    s2.intoArray(acc, at + 8);
    s3.intoArray(acc, at + 12);
    s4.intoArray(acc, at + 16);
    s5.intoArray(acc, at + 20);
    s6.intoArray(acc, at + 24);
    s7.intoArray(acc, at + 28);
  }

  private static void sumVector(
      double[] table, int width, int k, int[] index, int from, int to, double[] acc, int at) {
    DoubleVector s = load(acc, at);
    for (int e = from; e < to; e++) {
      s = s.add(load(table, index[e] * width + k));
    }
    s.intoArray(acc, at);
  }

  @Override
  public void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc) {
    int k = 0;
    for (; k + TILE / 2 <= width; k += TILE / 2) {
      weightedTile(table, width, k, index, weights, count, acc);
    }
    for (; k + LANES <= width; k += LANES) {
      DoubleVector s = load(acc, k);
      for (int e = 0; e < count; e++) {
        s = load(table, index[e] * width + k).fma(DoubleVector.broadcast(SPECIES, weights[e]), s);
      }
      s.intoArray(acc, k);
    }
    for (; k < width; k++) {
      for (int e = 0; e < count; e++) {
        acc[k] += weights[e] * table[index[e] * width + k];
      }
    }
  }

  private static void weightedTile(
      double[] table, int width, int k, int[] index, double[] weights, int count, double[] acc) {
    DoubleVector s0 = load(acc, k);
    DoubleVector s1 = load(acc, k + 4);
    DoubleVector s2 = load(acc, k + 8);
    DoubleVector s3 = load(acc, k + 12);
    for (int e = 0; e < count; e++) {
      int r = index[e] * width + k;
      DoubleVector w = DoubleVector.broadcast(SPECIES, weights[e]);
      s0 = load(table, r).fma(w, s0);
      s1 = load(table, r + 4).fma(w, s1);
      s2 = load(table, r + 8).fma(w, s2);
      s3 = load(table, r + 12).fma(w, s3);
    }
    s0.intoArray(acc, k);
    s1.intoArray(acc, k + 4);
    s2.intoArray(acc, k + 8);
    s3.intoArray(acc, k + 12);
  }

  @Override
  public SpdBatch spdBatch(int d) {
    return new QuadBatch(d);
  }
}
