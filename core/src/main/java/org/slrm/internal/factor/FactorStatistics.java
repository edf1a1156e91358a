package org.slrm.internal.factor;

import org.slrm.internal.linalg.Packed;

/**
 * Sufficient statistics of the M step, per column j over the rows where it is observed, with β =
 * (α, 1):
 *
 * <pre>gram_j = Σ E[ββᵀ], xa_j = Σ x_j a, x_j = Σ x_j, xx_j = Σ x_j², total = Σ_all rows E[ββᵀ]
 * </pre>
 *
 * <p>Sums over parts of the rows can be computed anywhere and merged in a fixed order.
 */
public final class FactorStatistics {
  public final int d;
  public final int columns;
  public final int width;
  public final double[] gram;
  public final double[] xa;
  public final double[] x;
  public final double[] xx;
  public final double[] total;

  /** Log-likelihood (or bound) of the rows under the parameters they were summed with. */
  public double objective;

  public double misfit;

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

  /** All sums as one flat array, for transfer. */
  public double[] toArray() {
    double[] out = new double[gram.length + xa.length + x.length + xx.length + total.length + 2];
    int at = 0;
    for (double[] part : parts()) {
      System.arraycopy(part, 0, out, at, part.length);
      at += part.length;
    }
    out[at] = objective;
    out[at + 1] = misfit;
    return out;
  }

  /** Statistics from such an array. */
  public static FactorStatistics ofArray(int columns, int d, double[] array) {
    FactorStatistics out = new FactorStatistics(columns, d);
    int at = 0;
    for (double[] part : out.parts()) {
      System.arraycopy(array, at, part, 0, part.length);
      at += part.length;
    }
    out.objective = array[at];
    out.misfit = array[at + 1];
    return out;
  }

  private double[][] parts() {
    return new double[][] {gram, xa, x, xx, total};
  }

  /** Adds another part. */
  public void merge(FactorStatistics other) {
    add(gram, other.gram);
    add(xa, other.xa);
    add(x, other.x);
    add(xx, other.xx);
    add(total, other.total);
    objective += other.objective;
    misfit += other.misfit;
  }

  /** Adds another part's sums of the columns from {@code first} on only. */
  public void mergeColumns(FactorStatistics other, int first) {
    for (int j = first; j < columns; j++) {
      for (int k = j * width; k < (j + 1) * width; k++) {
        gram[k] += other.gram[k];
      }
      for (int k = j * d; k < (j + 1) * d; k++) {
        xa[k] += other.xa[k];
      }
      x[j] += other.x[j];
      xx[j] += other.xx[j];
    }
  }

  /** Multiplies the sums of column j by a factor. */
  public void scaleColumn(int j, double factor) {
    scale(gram, j * width, (j + 1) * width, factor);
    scale(xa, j * d, (j + 1) * d, factor);
    x[j] *= factor;
    xx[j] *= factor;
  }

  /** Multiplies the sums over all rows by a factor. */
  public void scaleTotal(double factor) {
    scale(total, 0, width, factor);
    objective *= factor;
    misfit *= factor;
  }

  private static void scale(double[] a, int from, int to, double factor) {
    for (int k = from; k < to; k++) {
      a[k] *= factor;
    }
  }

  /** Weight of the rows where column j is observed. */
  public double count(int j) {
    return gram[(j + 1) * width - 1];
  }

  /** Weight of all rows. */
  public double rows() {
    return total[width - 1];
  }

  /** Number of observed entries, by weight. */
  public double entries() {
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      sum += count(j);
    }
    return sum;
  }

  /** These sums for whitened factor scores, so that earlier rows remain valid (O-4). */
  public void whiten(Whitening w) {
    ScoreTransform change = new ScoreTransform(w, d);
    change.outer(total, 0);
    for (int j = 0; j < columns; j++) {
      change.outer(gram, j * width);
      change.cross(xa, j * d, x[j]);
    }
  }

  /** Memory of the statistics in bytes. */
  public static long bytes(int columns, int d) {
    return 8L * columns * (Packed.length(d + 1) + d + 2);
  }

  private static void add(double[] to, double[] from) {
    for (int k = 0; k < to.length; k++) {
      to[k] += from[k];
    }
  }
}
