package org.slrm.internal.factor.moments;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Workers;

/**
 * Sums of products of every two columns over the rows where both are observed (L-9). Sums of
 * disjoint rows are additive, so one pass serves every fold and all rows.
 *
 * @param columns number of columns p
 * @param products Σ z_j z_k, p×p, the lower triangle
 * @param counts numbers of rows where both are observed, likewise
 * @param sums Σ z_j
 */
public record PairMoments(int columns, int rows, double[] products, double[] counts, double[] sums)
    implements Serializable {
  private static final int BLOCK = 4;

  /** Most parts; they depend on the number of rows alone. */
  private static final int PARTS = 8;

  private static final int MIN_ROWS_PER_PART = 512;

  /** Fewest rows of a covariance. */
  private static final int MIN_ROWS = 5;

  private static PairMoments none(int p) {
    return new PairMoments(p, 0, new double[p * p], new double[p * p], new double[p]);
  }

  /** The moments of all rows. */
  public static PairMoments of(IncompleteMatrix z, Workers workers) {
    int n = z.rows();
    int parts = Math.max(1, Math.min(PARTS, n / MIN_ROWS_PER_PART));
    PairMoments[] found = new PairMoments[parts];
    workers.run(
        parts,
        (worker, part) ->
            found[part] =
                part(z, (int) ((long) n * part / parts), (int) ((long) n * (part + 1) / parts)));
    PairMoments sum = found[0];
    for (int part = 1; part < parts; part++) {
      sum = sum.plus(found[part], 1);
    }
    return sum;
  }

  private static PairMoments part(IncompleteMatrix z, int from, int to) {
    int p = z.columns();
    PairMoments m = none(p);
    double[] block = new double[BLOCK * p];
    long[][] shown = new long[p][(to - from + 63) / 64];
    for (int first = from; first < to; first += BLOCK) {
      Arrays.fill(block, 0);
      for (int i = first; i < Math.min(to, first + BLOCK); i++) {
        for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
          int j = z.column(k);
          block[(i - first) * p + j] = z.value(k);
          m.sums[j] += z.value(k);
          shown[j][(i - from) >> 6] |= 1L << (i - from);
        }
      }
      m.addBlock(block);
    }
    for (int j = 0; j < p; j++) {
      for (int k = 0; k <= j; k++) {
        m.counts[j * p + k] = common(shown[j], shown[k]);
      }
    }
    return new PairMoments(p, to - from, m.products, m.counts, m.sums);
  }

  /** Four rows and two columns at once, so that each load serves eight products. */
  private void addBlock(double[] b) {
    int p = columns;
    int j = 0;
    for (; j + 1 < p; j += 2) {
      addRows(products, b, p, j);
    }
    if (j < p) {
      addRow(products, b, p, j, 0);
    }
  }

  private static void addRows(double[] products, double[] b, int p, int j) {
    int at = j * p;
    int next = at + p;
    int b1 = p;
    int b2 = 2 * p;
    int b3 = 3 * p;
    double f0 = b[j];
    double f1 = b[b1 + j];
    double f2 = b[b2 + j];
    double f3 = b[b3 + j];
    double g0 = b[j + 1];
    double g1 = b[b1 + j + 1];
    double g2 = b[b2 + j + 1];
    double g3 = b[b3 + j + 1];
    for (int k = 0; k <= j; k++) {
      double x0 = b[k];
      double x1 = b[b1 + k];
      double x2 = b[b2 + k];
      double x3 = b[b3 + k];
      products[at + k] += (f0 * x0 + f1 * x1) + (f2 * x2 + f3 * x3);
      products[next + k] += (g0 * x0 + g1 * x1) + (g2 * x2 + g3 * x3);
    }
    addRow(products, b, p, j + 1, j + 1);
  }

  private static void addRow(double[] products, double[] b, int p, int j, int from) {
    double f0 = b[j];
    double f1 = b[p + j];
    double f2 = b[2 * p + j];
    double f3 = b[3 * p + j];
    for (int k = from; k <= j; k++) {
      products[j * p + k] += (f0 * b[k] + f1 * b[p + k]) + (f2 * b[2 * p + k] + f3 * b[3 * p + k]);
    }
  }

  private static int common(long[] a, long[] b) {
    return IntStream.range(0, a.length).map(w -> Long.bitCount(a[w] & b[w])).sum();
  }

  /** Adds {@code sign} times other moments. */
  public PairMoments plus(PairMoments other, int sign) {
    PairMoments out = none(columns);
    add(out.products, products, other.products, sign);
    add(out.counts, counts, other.counts, sign);
    add(out.sums, sums, other.sums, sign);
    return new PairMoments(columns, rows + sign * other.rows, out.products, out.counts, out.sums);
  }

  private static void add(double[] out, double[] a, double[] b, int sign) {
    for (int k = 0; k < out.length; k++) {
      out[k] = a[k] + sign * b[k];
    }
  }

  /** Number of rows where column j is observed. */
  double observed(int j) {
    return counts[j * columns + j];
  }

  /** Mean of each column, 0 without observed entries. */
  public double[] mean() {
    double[] mean = new double[columns];
    Arrays.setAll(mean, j -> observed(j) > 0 ? sums[j] / observed(j) : 0);
    return mean;
  }

  /**
   * Covariances over the rows where both columns are observed, p×p, around the columns' own means;
   * 0 with too few such rows. Need not be positive semidefinite.
   */
  double[] covariance() {
    double[] mean = mean();
    double[] S = new double[columns * columns];
    for (int j = 0; j < columns; j++) {
      for (int k = 0; k <= j; k++) {
        double n = counts[j * columns + k];
        double s = n >= MIN_ROWS ? products[j * columns + k] / n - mean[j] * mean[k] : 0;
        S[j * columns + k] = s;
        S[k * columns + j] = s;
      }
    }
    return S;
  }
}
