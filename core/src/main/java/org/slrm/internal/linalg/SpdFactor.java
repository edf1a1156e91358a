package org.slrm.internal.linalg;

import java.util.Arrays;

/**
 * A = UᵀU for a packed symmetric positive definite A, with its workspace. U is row-major, so that
 * inner loops are contiguous and vectorised. Not thread-safe.
 */
public final class SpdFactor {
  private static final int PIVOTS = 4;

  /** Rows of a block in a solve for many right-hand sides. */
  private static final int ROWS = 12;

  private final int d;
  private final int stride;

  /** Start of U; before it is room for rows that are subtracted from A. */
  private final int start;

  private final double[] u;
  private final double[] inverse;
  private final double[] z;
  private final double[] w;

  /** Workspace for d×d matrices. */
  public SpdFactor(int d) {
    this(d, 0);
  }

  /** Workspace for d×d matrices with at most the given number of outer products to subtract. */
  public SpdFactor(int d, int most) {
    this.d = d;
    stride = (d + PIVOTS - 1) / PIVOTS * PIVOTS;
    start = most * stride;
    u = new double[start + stride * stride];
    inverse = new double[stride + Kernels.SPARE];
    z = new double[stride];
    w = new double[d * d];
    // Beyond d is the identity.
    for (int i = d; i < stride; i++) {
      u[start + i * stride + i] = 1;
    }
  }

  /** Factorises the packed matrix at {@code at}; false when a pivot is not positive. */
  public boolean factor(double[] a, int at) {
    unpack(a, at, u, start);
    return factorPanels(0);
  }

  /** Unpacks a matrix for {@link #factor(double[], double[], int[], int)}. */
  public double[] unpacked(double[] a) {
    double[] out = new double[stride * stride];
    System.arraycopy(u, start, out, 0, out.length);
    unpack(a, 0, out, 0);
    return out;
  }

  /** The upper half, and all of the blocks on the diagonal. */
  private void unpack(double[] a, int at, double[] out, int to) {
    int k = at;
    for (int i = 0; i < d; i++) {
      int block = i / PIVOTS * PIVOTS;
      for (int j = 0; j <= i; j++, k++) {
        out[to + j * stride + i] = a[k];
        if (j >= block) {
          out[to + i * stride + j] = a[k];
        }
      }
    }
  }

  /**
   * Factorises A − Σ v vᵀ for an A by {@link #unpacked}, over the rows v of d numbers that the
   * first {@code count} of {@code index} name; false when a pivot is not positive.
   */
  public boolean factor(double[] a, double[] rows, int[] index, int count) {
    int to = start - count * stride;
    for (int e = 0; e < count; e++, to += stride) {
      System.arraycopy(rows, index[e] * d, u, to, d);
    }
    System.arraycopy(a, 0, u, start, a.length);
    return factorPanels(count);
  }

  private boolean factorPanels(int above) {
    for (int p = 0; p < d; p += PIVOTS) {
      if (!Kernels.active().factorPanel(u, start, stride, above, p, inverse)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Factorises a matrix that is positive definite up to rounding: while a pivot fails, the diagonal
   * is increased, by 1e-15 of itself at first and tenfold from then on. Alters {@code a}.
   */
  public void factorRidged(double[] a, int at) {
    double ridge = 1e-15;
    while (!factor(a, at)) {
      if (!(ridge < 1)) {
        throw new ArithmeticException(
            "a " + d + "x" + d + " matrix must be finite to be factorised");
      }
      for (int k = 0; k < d; k++) {
        a[at + Packed.at(k, k)] *= 1 + ridge;
      }
      ridge *= 10;
    }
  }

  /** y[yAt + j] −= f · x[xAt + j] for j in [from, to). */
  static void subtract(double[] y, int yAt, double[] x, int xAt, double f, int from, int to) {
    for (int j = from; j < to; j++) {
      y[yAt + j] -= f * x[xAt + j];
    }
  }

  /**
   * Four of {@link #subtract} at once: y[j] −= Σ_r f_r x_r[j], rows x_r and factors f_r being a
   * stride apart. One load and store of y for four products.
   */
  static void subtract4(
      double[] y,
      int yAt,
      double[] x,
      int xAt,
      int stride,
      double[] f,
      int fAt,
      int fStride,
      int from,
      int to) {
    double f0 = f[fAt];
    double f1 = f[fAt + fStride];
    double f2 = f[fAt + 2 * fStride];
    double f3 = f[fAt + 3 * fStride];
    int x1 = xAt + stride;
    int x2 = x1 + stride;
    int x3 = x2 + stride;
    for (int j = from; j < to; j++) {
      y[yAt + j] -= (f0 * x[xAt + j] + f1 * x[x1 + j]) + (f2 * x[x2 + j] + f3 * x[x3 + j]);
    }
  }

  /** The p-th pivot, U_pp². */
  public double pivot(int p) {
    return u[start + p * stride + p] * u[start + p * stride + p];
  }

  /** log det A. */
  public double logDeterminant() {
    double sum = 0;
    for (int p = 0; p < d; p++) {
      sum += Math.log(u[start + p * stride + p]);
    }
    return 2 * sum;
  }

  /** Solves Uᵀz = b in place. */
  public void forward(double[] b) {
    for (int i = 0; i < d; i++) {
      b[i] *= inverse[i];
      subtract(b, 0, u, start + i * stride, b[i], i + 1, d);
    }
  }

  /** Uᵀ, so that {@link #forward(double[], double[], int)} can solve for many at once. */
  public double[] transposed() {
    double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        out[j * d + i] = u[start + i * stride + j];
      }
    }
    return out;
  }

  /**
   * Solves Uᵀ Z = B in place for B of d rows with that many numbers each, a multiple of four; Uᵀ is
   * given by {@link #transposed}. Works in blocks of rows: a matrix product subtracts all earlier
   * rows, then the block is solved. May be called by several threads.
   */
  public void forward(double[] transposed, double[] b, int columns) {
    double[] panel = new double[ROWS * d];
    double[] sums = new double[ROWS * columns];
    for (int p = 0; p < d; p += ROWS) {
      int rows = Math.min(ROWS, d - p);
      System.arraycopy(transposed, p * d, panel, 0, rows * d);
      Kernels.active().multiply(panel, d, b, sums, rows, p, columns);
      for (int i = p; i < p + rows; i++) {
        int at = i * columns;
        subtract(b, at, sums, (i - p) * columns, 1, 0, columns);
        for (int k = p; k < i; k++) {
          subtract(b, at, b, k * columns, transposed[i * d + k], 0, columns);
        }
        for (int c = at; c < at + columns; c++) {
          b[c] *= inverse[i];
        }
      }
    }
  }

  /** Solves A x = b in place. */
  public void solve(double[] b) {
    System.arraycopy(b, 0, z, 0, d);
    Arrays.fill(z, d, stride, 0);
    Kernels.active().solvePanels(u, start, stride, inverse, z);
    System.arraycopy(z, 0, b, 0, d);
  }

  /** A⁻¹ = WᵀW with W = U⁻ᵀ (lower), packed to {@code out} from {@code at}. */
  public void inverse(double[] out, int at) {
    invert();
    Arrays.fill(out, at, at + Packed.length(d), 0);
    int i = 0;
    for (; i + PIVOTS <= d; i += PIVOTS) {
      Packed.addOuter4(out, at, w, i * d, d, i + PIVOTS);
    }
    for (; i < d; i++) {
      Packed.addOuter(out, at, 1, w, i * d, i + 1);
    }
  }

  /** The diagonal of A⁻¹, which takes half the time of all of it. */
  public void inverseDiagonal(double[] out) {
    invert();
    Arrays.fill(out, 0, d, 0);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        out[j] += w[i * d + j] * w[i * d + j];
      }
    }
  }

  private void invert() {
    Arrays.fill(w, 0);
    // Row i of W = (e_i − Σ_{k<i} U_ki row_k) / U_ii
    for (int i = 0; i < d; i += 2) {
      if (i + 1 < d) {
        takePanels(i);
        finishRow(i);
        finishRow(i + 1);
      } else {
        takePanelsAlone(i);
        finishRow(i);
      }
    }
  }

  /** Updates rows i and i + 1 of W by whole panels. */
  private void takePanels(int i) {
    for (int k = 0; k + PIVOTS <= i; k += PIVOTS) {
      takePanel(i, k);
    }
  }

  private void takePanelsAlone(int i) {
    for (int k = 0; k + PIVOTS <= i; k += PIVOTS) {
      subtract4(w, i * d, w, k * d, d, u, start + k * stride + i, stride, 0, k + PIVOTS);
    }
  }

  /** Updates row i of W by the rows after the last whole panel, and divides it. */
  private void finishRow(int i) {
    for (int k = i / PIVOTS * PIVOTS; k < i; k++) {
      subtract(w, i * d, w, k * d, u[start + k * stride + i], 0, k + 1);
    }
    double inv = 1 / u[start + i * stride + i];
    for (int j = i * d; j < i * d + i; j++) {
      w[j] *= inv;
    }
    w[i * d + i] = inv;
  }

  /** Subtracts the part of rows k to k + 3 from rows i and i + 1 of W, with one load for both. */
  private void takePanel(int i, int k) {
    int at = start + k * stride + i;
    double f0 = u[at];
    double f1 = u[at + stride];
    double f2 = u[at + 2 * stride];
    double f3 = u[at + 3 * stride];
    double g0 = u[at + 1];
    double g1 = u[at + stride + 1];
    double g2 = u[at + 2 * stride + 1];
    double g3 = u[at + 3 * stride + 1];
    int y = i * d;
    int x = k * d;
    for (int j = 0; j < k + PIVOTS; j++, x++, y++) {
      double x0 = w[x];
      double x1 = w[x + d];
      double x2 = w[x + 2 * d];
      double x3 = w[x + 3 * d];
      w[y] -= (f0 * x0 + f1 * x1) + (f2 * x2 + f3 * x3);
      w[y + d] -= (g0 * x0 + g1 * x1) + (g2 * x2 + g3 * x3);
    }
  }
}
