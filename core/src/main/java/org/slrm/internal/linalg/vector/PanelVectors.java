package org.slrm.internal.linalg.vector;

import static org.slrm.internal.linalg.vector.VectorKernels.LANES;
import static org.slrm.internal.linalg.vector.VectorKernels.all;
import static org.slrm.internal.linalg.vector.VectorKernels.load;

import jdk.incubator.vector.DoubleVector;

/** A = UᵀU by rows, four at a time: what earlier rows take away, then the four among themselves. */
final class PanelVectors {
  private PanelVectors() {}

  /** Rows p to p + rows − 1 of U; false when a pivot is not positive. */
  static boolean factor(double[] u, int stride, int p, int rows) {
    subtract(u, stride, p, rows);
    for (int r = 0; r < rows; r++) {
      int row = (p + r) * stride;
      for (int k = 0; k < r; k++) {
        take(u, row, (p + k) * stride, -u[(p + k) * stride + p + r], p, stride);
      }
      double pivot = u[row + p + r];
      if (!(pivot > 0)) {
        return false;
      }
      DoubleVector inverse = all(1 / Math.sqrt(pivot));
      for (int j = p; j < stride; j += LANES) {
        load(u, row + j).mul(inverse).intoArray(u, row + j);
      }
    }
    return true;
  }

  /** y += f x for the columns from p on. */
  private static void take(double[] u, int y, int x, double f, int p, int stride) {
    DoubleVector by = all(f);
    for (int j = p; j < stride; j += LANES) {
      load(u, x + j).fma(by, load(u, y + j)).intoArray(u, y + j);
    }
  }

  /** Rows from p on lose Σ_{k<p} U_kr U_k from column p on. */
  private static void subtract(double[] u, int stride, int p, int rows) {
    int j = p;
    for (; rows == 4 && j + 2 * LANES <= stride; j += 2 * LANES) {
      subtractTile(u, stride, p, j);
    }
    for (; j < stride; j += LANES) {
      for (int r = p; r < p + rows; r++) {
        DoubleVector c = load(u, r * stride + j);
        for (int k = 0; k < p; k++) {
          c = load(u, k * stride + j).fma(all(-u[k * stride + r]), c);
        }
        c.intoArray(u, r * stride + j);
      }
    }
  }

  private static void subtractTile(double[] u, int stride, int p, int j) {
    int r0 = p * stride + j;
    int r1 = r0 + stride;
    int r2 = r1 + stride;
    int r3 = r2 + stride;
    DoubleVector c00 = load(u, r0);
    DoubleVector c01 = load(u, r0 + LANES);
    DoubleVector c10 = load(u, r1);
    DoubleVector c11 = load(u, r1 + LANES);
    DoubleVector c20 = load(u, r2);
    DoubleVector c21 = load(u, r2 + LANES);
    DoubleVector c30 = load(u, r3);
    DoubleVector c31 = load(u, r3 + LANES);
    for (int k = 0, at = 0; k < p; k++, at += stride) {
      DoubleVector y0 = load(u, at + j);
      DoubleVector y1 = load(u, at + j + LANES);
      DoubleVector x = all(-u[at + p]);
      c00 = x.fma(y0, c00);
      c01 = x.fma(y1, c01);
      x = all(-u[at + p + 1]);
      c10 = x.fma(y0, c10);
      c11 = x.fma(y1, c11);
      x = all(-u[at + p + 2]);
      c20 = x.fma(y0, c20);
      c21 = x.fma(y1, c21);
      x = all(-u[at + p + 3]);
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
}
