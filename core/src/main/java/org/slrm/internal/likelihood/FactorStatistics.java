package org.slrm.internal.likelihood;

import org.slrm.internal.linalg.Packed;

/**
 * What the M step needs of the rows, per column j over the rows that show it, with β = (α, 1):
 *
 * <pre>gram_j = Σ E[ββᵀ],  xa_j = Σ x_j a,  x_j = Σ x_j,  xx_j = Σ x_j²,  total = Σ_all rows E[ββᵀ]
 * </pre>
 *
 * Sums, so parts of the rows can be added up anywhere and merged in a fixed order.
 */
public final class FactorStatistics {
  final int d;
  final int columns;
  final int width;
  final double[] gram;
  final double[] xa;
  final double[] x;
  final double[] xx;
  final double[] total;
  double objective;

  /** Empty statistics. */
  public FactorStatistics(int columns, int d) {
    this.d = d;
    this.columns = columns;
    width = Packed.length(d + 1);
    gram = new double[columns * width];
    xa = new double[columns * d];
    x = new double[columns];
    xx = new double[columns];
    total = new double[width];
  }

  /** Adds another part. */
  public void merge(FactorStatistics other) {
    add(gram, other.gram);
    add(xa, other.xa);
    add(x, other.x);
    add(xx, other.xx);
    add(total, other.total);
    objective += other.objective;
  }

  /** Multiplies everything by a factor: forgetting. */
  public void scale(double factor) {
    for (double[] a : new double[][] {gram, xa, x, xx, total}) {
      for (int k = 0; k < a.length; k++) {
        a[k] *= factor;
      }
    }
    objective *= factor;
  }

  /** Weight of the rows that show column j. */
  public double count(int j) {
    return gram[(j + 1) * width - 1];
  }

  /** Weight of all rows. */
  public double rows() {
    return total[width - 1];
  }

  /** Log-likelihood (or bound) of the rows under the parameters they were summed with. */
  public double objective() {
    return objective;
  }

  private static void add(double[] to, double[] from) {
    for (int k = 0; k < to.length; k++) {
      to[k] += from[k];
    }
  }
}
