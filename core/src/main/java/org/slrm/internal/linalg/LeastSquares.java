package org.slrm.internal.linalg;

import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRColPivDecompositionHouseholderColumn_DDRM;

/**
 * Least squares min ‖Aw − b‖ by a QR decomposition with column pivoting, to working precision even
 * for nearly dependent columns and large residuals: solution and residual are refined together
 * (Björck 1967) with residuals in double-double arithmetic. For dependent columns, and with more
 * columns than rows, by singular values.
 *
 * <pre>{@code
 * double[] w = LeastSquares.solve(a, rows, columns, b);
 * }</pre>
 */
public final class LeastSquares {
  private static final int MAX_REFINEMENTS = 20;

  /** A column whose remainder is below this fraction of the largest depends on the others. */
  private static final double DEPENDENT = 4 * Math.ulp(1.0);

  private final int rows;
  private final int columns;
  private final double[] a;
  private final double[] b;
  private final double[] q;
  private final double[] R;
  private final int[] pivots;

  private LeastSquares(
      double[] a,
      int rows,
      int columns,
      double[] b,
      QRColPivDecompositionHouseholderColumn_DDRM qr) {
    this.a = a;
    this.rows = rows;
    this.columns = columns;
    this.b = b;
    q = qr.getQ(null, true).data;
    R = qr.getR(null, true).data;
    pivots = qr.getColPivots();
  }

  /**
   * The solution; for dependent columns the shortest one, in units that make columns about equally
   * long.
   *
   * @param a rows × columns, row-major
   */
  public static double[] solve(double[] a, int rows, int columns, double[] b) {
    return unique(a, rows, columns, b).orElseGet(() -> shortest(a, rows, columns, b));
  }

  /** The solution; empty where columns depend on each other. */
  public static Optional<double[]> unique(double[] a, int rows, int columns, double[] b) {
    if (rows < columns) {
      return Optional.empty();
    }
    double[] unit = units(a, rows, columns);
    double[] scaled = scaled(a, rows, columns, unit);
    var qr = new QRColPivDecompositionHouseholderColumn_DDRM();
    qr.setSingularThreshold(DEPENDENT);
    // The decomposition keeps a copy, column by column.
    if (!qr.decompose(new DMatrixRMaj(rows, columns, true, scaled)) || qr.getRank() < columns) {
      return Optional.empty();
    }
    double[] w = new LeastSquares(scaled, rows, columns, b, qr).refined();
    Arrays.setAll(w, j -> w[j] / unit[j]);
    return Optional.of(w);
  }

  /** w = V diag(1/s) Uᵀb over the singular values above rounding. */
  private static double[] shortest(double[] a, int rows, int columns, double[] b) {
    double[] unit = units(a, rows, columns);
    Decompositions.Svd svd = Decompositions.svd(scaled(a, rows, columns, unit), rows, columns);
    int k = svd.s().length;
    double least = Math.max(rows, columns) * DEPENDENT * (k == 0 ? 0 : svd.s()[0]);
    double[] along = new double[k];
    for (int i = 0; i < rows; i++) {
      Vectors.add(along, 0, b[i], svd.u(), i * k, k);
    }
    Arrays.setAll(along, c -> svd.s()[c] > least ? along[c] / svd.s()[c] : 0);
    double[] w = new double[columns];
    Arrays.setAll(w, j -> Vectors.dot(svd.v(), j * k, along, 0, k) / unit[j]);
    return w;
  }

  private static double[] scaled(double[] a, int rows, int columns, double[] unit) {
    double[] out = new double[Math.multiplyExact(rows, columns)];
    Arrays.setAll(out, k -> a[k] / unit[k % columns]);
    return out;
  }

  /** Powers of two near the columns' lengths: dividing by them rounds nothing. */
  private static double[] units(double[] a, int rows, int columns) {
    double[] unit = new double[columns];
    for (int k = 0; k < rows * columns; k++) {
      unit[k % columns] = Math.max(unit[k % columns], Math.abs(a[k]));
    }
    for (int j = 0; j < columns; j++) {
      unit[j] = unit[j] > 0 ? Math.scalb(1.0, Math.getExponent(unit[j])) : 1;
    }
    return unit;
  }

  /**
   * (E-4) r + Aw = b, Aᵀr = 0. With f and g the residuals of these equations, z = R⁻ᵀg and c =
   * Q₁ᵀf: w grows by R⁻¹(c − z), r by Q₁(z − c) + f.
   */
  private double[] refined() {
    double[] w = new double[columns];
    double[] r = new double[rows];
    double last = Double.POSITIVE_INFINITY;
    for (int round = 0; round < MAX_REFINEMENTS; round++) {
      double change = refine(w, r);
      // Steps shrink by a factor each until only rounding of w remains.
      if (change <= Math.ulp(largest(w)) || change > 0.5 * last) {
        break;
      }
      last = change;
    }
    return w;
  }

  /** One round; returns the largest change of w. */
  private double refine(double[] w, double[] r) {
    double[] f = new double[rows];
    for (int i = 0; i < rows; i++) {
      f[i] = residual(b[i], r[i], a, i * columns, 1, w, columns);
    }
    double[] g = new double[columns];
    for (int k = 0; k < columns; k++) {
      g[k] = residual(0, 0, a, pivots[k], columns, r, rows);
    }
    double[] z = forward(g);
    double[] c = new double[columns];
    for (int i = 0; i < rows; i++) {
      Vectors.add(c, 0, f[i], q, i * columns, columns);
    }
    Vectors.add(c, 0, -1, z, 0, columns);
    for (int i = 0; i < rows; i++) {
      r[i] += f[i] - Vectors.dot(q, i * columns, c, 0, columns);
    }
    double[] step = backward(c);
    for (int k = 0; k < columns; k++) {
      w[pivots[k]] += step[k];
    }
    return largest(step);
  }

  /** b − r − Σ_k a[from + k·step] x_k in double-double arithmetic, rounded once. */
  private static double residual(
      double b, double r, double[] a, int from, int step, double[] x, int count) {
    double high = b;
    double low = 0;
    for (int k = -1; k < count; k++) {
      // −a·x = product + rest exactly
      double factor = k < 0 ? 1 : a[from + k * step];
      double value = k < 0 ? r : x[k];
      double product = -factor * value;
      double rest = Math.fma(-factor, value, -product);
      double sum = high + product;
      double back = sum - high;
      low += (high - (sum - back)) + (product - back) + rest;
      high = sum;
    }
    return high + low;
  }

  private static double largest(double[] v) {
    return Arrays.stream(v).map(Math::abs).max().orElse(0);
  }

  /** R⁻ᵀ g. */
  private double[] forward(double[] g) {
    double[] z = g.clone();
    for (int k = 0; k < columns; k++) {
      for (int l = 0; l < k; l++) {
        z[k] -= R[l * columns + k] * z[l];
      }
      z[k] /= R[k * columns + k];
    }
    return z;
  }

  /** R⁻¹ c. */
  private double[] backward(double[] c) {
    double[] x = c.clone();
    for (int k = columns - 1; k >= 0; k--) {
      for (int l = k + 1; l < columns; l++) {
        x[k] -= R[k * columns + l] * x[l];
      }
      x[k] /= R[k * columns + k];
    }
    return x;
  }
}
