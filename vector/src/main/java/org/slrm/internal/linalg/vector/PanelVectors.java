package org.slrm.internal.linalg.vector;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.SPECIES;
import static org.slrm.internal.linalg.vector.VectorKernels.sum;

import jdk.incubator.vector.DoubleVector;
import org.slrm.internal.linalg.Panel;

/**
 * A = UᵀU by rows, four at a time: products with earlier rows are summed in registers, then the
 * four rows are finished. Loop steps are not constants, which prevents unrolling: unrolled sums
 * would leave the registers.
 */
final class PanelVectors {
  private PanelVectors() {}

  /** Rows p to p+3 of U; false when a pivot is not positive. See {@link VectorKernels}. */
  static boolean factor(double[] u, int at, int stride, int above, int p, double[] inverse) {
    int from = at - above * stride;
    int j = p;
    if ((stride - p) % (2 * LANES) != 0) {
      sumVector(u, from, at + p * stride, stride, p);
      j += LANES;
    } else {
      sumTile(u, from, at + p * stride, stride, p, p);
      j += 2 * LANES;
    }
    if (!Panel.corner(u, at + p * stride + p, stride, p, inverse)) {
      return false;
    }
    finish(u, at + p * stride, stride, p, p, j, inverse);
    for (; j < stride; j += 2 * LANES) {
      sumTile(u, from, at + p * stride, stride, p, j);
      finish(u, at + p * stride, stride, p, j, j + 2 * LANES, inverse);
    }
    return true;
  }

  /**
   * Subtracts Σ_k U_kr U_k over the rows from {@code from} on from four rows and eight columns from
   * j on.
   */
  private static void sumTile(double[] u, int from, int to, int stride, int p, int j) {
    int r0 = to + j;
    int r1 = r0 + stride;
    int r2 = r1 + stride;
    int r3 = r2 + stride;
    DoubleVector c00 = fromArray(SPECIES, u, r0);
    DoubleVector c01 = fromArray(SPECIES, u, r0 + LANES);
    DoubleVector c10 = fromArray(SPECIES, u, r1);
    DoubleVector c11 = fromArray(SPECIES, u, r1 + LANES);
    DoubleVector c20 = fromArray(SPECIES, u, r2);
    DoubleVector c21 = fromArray(SPECIES, u, r2 + LANES);
    DoubleVector c30 = fromArray(SPECIES, u, r3);
    DoubleVector c31 = fromArray(SPECIES, u, r3 + LANES);
    for (int k = from; k < to; k += stride) {
      DoubleVector y0 = fromArray(SPECIES, u, k + j).neg();
      DoubleVector y1 = fromArray(SPECIES, u, k + j + LANES).neg();
      DoubleVector x = broadcast(SPECIES, u[k + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = broadcast(SPECIES, u[k + p + 1]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = broadcast(SPECIES, u[k + p + 2]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = broadcast(SPECIES, u[k + p + 3]);
      c30 = x.fma(y0, c30);
      c31 = x.fma(y1, c31);
    }
    c00.intoArray(u, r0);
    c01.intoArray(u, r0 + LANES);
    c10.intoArray(u, r1);
    c11.intoArray(u, r1 + LANES);
    c20.intoArray(u, r2);
    c21.intoArray(u, r2 + LANES);
    c30.intoArray(u, r3);
    c31.intoArray(u, r3 + LANES);
  }

  /** The same for four columns. */
  private static void sumVector(double[] u, int from, int to, int stride, int p) {
    int r1 = to + p + stride;
    int r2 = r1 + stride;
    int r3 = r2 + stride;
    DoubleVector c0 = fromArray(SPECIES, u, to + p);
    DoubleVector c1 = fromArray(SPECIES, u, r1);
    DoubleVector c2 = fromArray(SPECIES, u, r2);
    DoubleVector c3 = fromArray(SPECIES, u, r3);
    for (int k = from; k < to; k += stride) {
      DoubleVector y = fromArray(SPECIES, u, k + p).neg();
      c0 = broadcast(SPECIES, u[k + p]).fma(y, c0);
      c1 = broadcast(SPECIES, u[k + p + 1]).fma(y, c1);
      c2 = broadcast(SPECIES, u[k + p + 2]).fma(y, c2);
      c3 = broadcast(SPECIES, u[k + p + 3]).fma(y, c3);
    }
    c0.intoArray(u, to + p);
    c1.intoArray(u, r1);
    c2.intoArray(u, r2);
    c3.intoArray(u, r3);
  }

  /** Columns from j to {@code end} of the four rows, once {@link Panel#corner} is known. */
  private static void finish(
      double[] u, int at, int stride, int p, int j, int end, double[] inverse) {
    DoubleVector u01 = broadcast(SPECIES, inverse[stride]);
    DoubleVector u02 = broadcast(SPECIES, inverse[stride + 1]);
    DoubleVector u03 = broadcast(SPECIES, inverse[stride + 2]);
    DoubleVector u12 = broadcast(SPECIES, inverse[stride + 3]);
    DoubleVector u13 = broadcast(SPECIES, inverse[stride + 4]);
    DoubleVector u23 = broadcast(SPECIES, inverse[stride + 5]);
    for (int c = at + j; c < at + end; c += LANES) {
      DoubleVector t0 = fromArray(SPECIES, u, c).mul(broadcast(SPECIES, inverse[p]));
      t0.intoArray(u, c);
      int r = c + stride;
      DoubleVector t1 =
          fromArray(SPECIES, u, r).sub(t0.mul(u01)).mul(broadcast(SPECIES, inverse[p + 1]));
      t1.intoArray(u, r);
      r += stride;
      DoubleVector t2 = fromArray(SPECIES, u, r).sub(t0.mul(u02)).sub(t1.mul(u12));
      t2 = t2.mul(broadcast(SPECIES, inverse[p + 2]));
      t2.intoArray(u, r);
      r += stride;
      DoubleVector t3 = fromArray(SPECIES, u, r).sub(t0.mul(u03)).sub(t1.mul(u13)).sub(t2.mul(u23));
      t3.mul(broadcast(SPECIES, inverse[p + 3])).intoArray(u, r);
    }
  }

  /** b ← U⁻¹U⁻ᵀ b. */
  static void solve(double[] u, int at, int stride, double[] inverse, double[] b) {
    for (int p = 0; p < stride; p += LANES) {
      int r = at + p * stride;
      int s = r + stride;
      int t = s + stride;
      double z0 = b[p] * inverse[p];
      double z1 = (b[p + 1] - u[r + p + 1] * z0) * inverse[p + 1];
      double z2 = (b[p + 2] - u[r + p + 2] * z0 - u[s + p + 2] * z1) * inverse[p + 2];
      double z3 = b[p + 3] - u[r + p + 3] * z0 - u[s + p + 3] * z1 - u[t + p + 3] * z2;
      z3 *= inverse[p + 3];
      b[p] = z0;
      b[p + 1] = z1;
      b[p + 2] = z2;
      b[p + 3] = z3;
      DoubleVector f0 = broadcast(SPECIES, -z0);
      DoubleVector f1 = broadcast(SPECIES, -z1);
      DoubleVector f2 = broadcast(SPECIES, -z2);
      DoubleVector f3 = broadcast(SPECIES, -z3);
      for (int j = p + LANES; j < stride; j += LANES) {
        DoubleVector c = fromArray(SPECIES, u, r + j).fma(f0, fromArray(SPECIES, b, j));
        DoubleVector e = fromArray(SPECIES, u, t + j).mul(f2);
        c = fromArray(SPECIES, u, s + j).fma(f1, c);
        e = fromArray(SPECIES, u, t + stride + j).fma(f3, e);
        c.add(e).intoArray(b, j);
      }
    }
    for (int p = stride - LANES; p >= 0; p -= LANES) {
      backward(u, at + p * stride, stride, p, inverse, b);
    }
  }

  private static void backward(double[] u, int r, int stride, int p, double[] inverse, double[] b) {
    int s = r + stride;
    int t = s + stride;
    int v = t + stride;
    DoubleVector c0 = DoubleVector.zero(SPECIES);
    DoubleVector c1 = c0;
    DoubleVector c2 = c0;
    DoubleVector c3 = c0;
    for (int j = p + LANES; j < stride; j += LANES) {
      DoubleVector y = fromArray(SPECIES, b, j);
      c0 = fromArray(SPECIES, u, r + j).fma(y, c0);
      c1 = fromArray(SPECIES, u, s + j).fma(y, c1);
      c2 = fromArray(SPECIES, u, t + j).fma(y, c2);
      c3 = fromArray(SPECIES, u, v + j).fma(y, c3);
    }
    double z3 = (b[p + 3] - sum(c3)) * inverse[p + 3];
    double z2 = (b[p + 2] - sum(c2) - u[t + p + 3] * z3) * inverse[p + 2];
    double z1 = b[p + 1] - sum(c1) - u[s + p + 2] * z2 - u[s + p + 3] * z3;
    z1 *= inverse[p + 1];
    double z0 = b[p] - sum(c0) - u[r + p + 1] * z1 - u[r + p + 2] * z2 - u[r + p + 3] * z3;
    b[p] = z0 * inverse[p];
    b[p + 1] = z1;
    b[p + 2] = z2;
    b[p + 3] = z3;
  }
}
