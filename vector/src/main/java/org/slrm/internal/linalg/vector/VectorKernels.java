package org.slrm.internal.linalg.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.SpdBatch;

/**
 * Vectors of four numbers on every processor, so that results are the same on all. Sums stay in
 * registers. There is no reduction across lanes, because its order, and so its rounding, is
 * unspecified.
 */
public final class VectorKernels implements Kernels {
  static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_256;
  static final int LANES = 4;

  /** Rejects a processor with smaller vectors. */
  public VectorKernels() {
    // 256 bits for all kinds of numbers mean AVX2 or the like, and with it fused multiply-add.
    if (DoubleVector.SPECIES_PREFERRED.length() < LANES) {
      throw new UnsupportedOperationException("the processor has smaller vectors");
    }
  }

  @Override
  public String name() {
    return "vector instructions, 4 numbers each";
  }

  /** Sum of the lanes in a fixed order. */
  static double sum(DoubleVector v) {
    return (v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3));
  }

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
    RowVectors.sum(table, width, columns, index, starts, lists, acc, stride);
  }

  @Override
  public void sumOuters(double[] rows, int d, int[] index, int from, int to, double[] out, int at) {
    OuterVectors.sum(rows, d, index, from, to, out, at);
  }

  @Override
  public void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc) {
    RowVectors.sumWeighted(table, width, index, weights, count, acc);
  }

  @Override
  public void addToRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] v) {
    RowVectors.addTo(table, width, index, weights, count, v);
  }

  @Override
  public void multiplyQuad(
      double[] a,
      int at,
      double[] s,
      int fromS,
      double[] u,
      int from,
      int count,
      double[] alpha,
      double[] v,
      int d) {
    QuadUpdate.multiply(a, at, s, fromS, u, from, count, alpha, v, d);
  }

  @Override
  public void addOutersQuad(
      double[] a, int at, double[] s, int fromS, double[] u, int from, int d) {
    QuadUpdate.addOuters(a, at, s, fromS, u, from, d);
  }

  @Override
  public void multiplyPacked(double[] a, int at, double[] v, double[] out, int d) {
    PackedVectors.multiply(a, at, v, out, d);
  }

  @Override
  public void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    PackedVectors.addOuter(a, at, s, v, from, d);
  }

  @Override
  public void multiply(
      double[] a, int strideA, double[] b, double[] out, int rows, int k, int columns) {
    ProductVectors.multiply(a, strideA, b, out, rows, k, columns);
  }

  @Override
  public boolean factorPanel(double[] u, int at, int stride, int above, int p, double[] inverse) {
    return PanelVectors.factor(u, at, stride, above, p, inverse);
  }

  @Override
  public void solvePanels(double[] u, int at, int stride, double[] inverse, double[] b) {
    PanelVectors.solve(u, at, stride, inverse, b);
  }

  @Override
  public void multiplyRows(
      double[] table, int width, int[] index, int count, double[] v, double[] out) {
    RowVectors.multiply(table, width, index, count, v, out);
  }

  @Override
  public SpdBatch spdBatch(int d) {
    return new QuadBatch(d);
  }
}
