package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;

import java.util.Arrays;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdBatch;

/**
 * Four matrices side by side: a vector holds the same entry of each. Every loop uses whole vectors
 * at any size, square roots and divisions serve four matrices, and there is no reduction across a
 * vector. Odd sizes get one more row of the identity.
 */
final class QuadBatch implements SpdBatch {
  private final int d;
  private final int size;
  private final double[] a;
  private final double[] inverseDiagonal;

  QuadBatch(int d) {
    this.d = d;
    size = d + (d & 1);
    a = new double[Packed.length(size) * LANES];
    inverseDiagonal = new double[size * LANES];
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public void set(int lane, double[] packed, int at) {
    int q = Packed.length(d);
    for (int k = 0, to = lane; k < q; k++, to += LANES) {
      a[to] = packed[at + k];
    }
    for (int k = q; k < a.length / LANES; k++) {
      a[k * LANES + lane] = k == a.length / LANES - 1 ? 1 : 0;
    }
  }

  /** All at once, so that each part of the matrices is loaded once. */
  @Override
  public void setAll(double[] packed, int at, int stride, int lanes) {
    if (lanes < LANES) {
      SpdBatch.super.setAll(packed, at, stride, lanes);
      return;
    }
    int q = Packed.length(d);
    int p1 = at + stride;
    int p2 = p1 + stride;
    int p3 = p2 + stride;
    for (int k = 0; k < q; k++) {
      a[LANES * k] = packed[at + k];
      a[LANES * k + 1] = packed[p1 + k];
      a[LANES * k + 2] = packed[p2 + k];
      a[LANES * k + 3] = packed[p3 + k];
    }
    Arrays.fill(a, q * LANES, a.length, 0);
    Arrays.fill(a, Math.max(q * LANES, a.length - LANES), a.length, 1);
  }

  @Override
  public void inverseAll(double[] out, int at, int stride, int lanes) {
    if (lanes < LANES) {
      SpdBatch.super.inverseAll(out, at, stride, lanes);
      return;
    }
    int q = Packed.length(d);
    int p1 = at + stride;
    int p2 = p1 + stride;
    int p3 = p2 + stride;
    for (int k = 0; k < q; k++) {
      out[at + k] = a[LANES * k];
      out[p1 + k] = a[LANES * k + 1];
      out[p2 + k] = a[LANES * k + 2];
      out[p3 + k] = a[LANES * k + 3];
    }
  }

  @Override
  public void factor() {
    QuadCholesky.factor(a, size, inverseDiagonal);
  }

  @Override
  public double pivot(int lane, int p) {
    double l = a[Packed.at(p, p) * LANES + lane];
    return l * l;
  }

  @Override
  public void invert() {
    QuadInverse.invert(a, size, inverseDiagonal);
  }

  @Override
  public void inverse(int lane, double[] out, int at) {
    int q = Packed.length(d);
    for (int k = 0, from = lane; k < q; k++, from += LANES) {
      out[at + k] = a[from];
    }
  }
}
