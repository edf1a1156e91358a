package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.Projections;

/**
 * Codes of many rows (Z-1).
 *
 * @param codes one after the other, with their squared residuals
 * @param objective (Z-1) of each row
 * @param sizes number of active atoms of each row
 */
record SparseCodes(Projections codes, double[] objective, int[] sizes) {
  private static final int BLOCK = 32;

  /** Codes of all rows of x. */
  static SparseCodes of(Dictionary dictionary, IncompleteMatrix x, Workers workers) {
    int[] all = IntStream.range(0, x.rows()).toArray();
    return of(dictionary, x, all, new double[all.length * dictionary.atoms()], workers);
  }

  /**
   * Codes of some rows of x, in the order of {@code rows}.
   *
   * @param last a guess for every row of x, replaced by its code; zeros without one
   */
  static SparseCodes of(
      Dictionary dictionary, IncompleteMatrix x, int[] rows, double[] last, Workers workers) {
    int n = rows.length;
    int K = dictionary.atoms();
    boolean[] all = new boolean[n];
    Arrays.fill(all, true);
    Projections p = new Projections(K, new double[n * K], all, new double[n]);
    SparseCodes out = new SparseCodes(p, new double[n], new int[n]);
    SparseCodeStep[] steps = new SparseCodeStep[workers.threads()];
    workers.run(
        (n + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          if (steps[worker] == null) {
            steps[worker] = new SparseCodeStep(dictionary);
          }
          for (int r = block * BLOCK; r < Math.min(n, (block + 1) * BLOCK); r++) {
            boolean again = r > block * BLOCK && Patterns.same(x, rows[r - 1], rows[r]);
            System.arraycopy(last, rows[r] * K, p.codes(), r * K, K);
            out.put(r, steps[worker], new Row(x, rows[r]), again);
            System.arraycopy(p.codes(), r * K, last, rows[r] * K, K);
          }
        });
    return out;
  }

  private void put(int r, SparseCodeStep step, Row row, boolean samePattern) {
    if (!samePattern) {
      step.pattern(row.observed, row.observed.length);
    }
    step.row(row.z, codes.codes(), r * codes.rank());
    System.arraycopy(step.code(), 0, codes.codes(), r * codes.rank(), codes.rank());
    sizes[r] = step.size();
    objective[r] = step.objective(row.z);
    for (int e = 0; e < row.z.length; e++) {
      double left = step.residual(row.z, e);
      codes.residual()[r] += left * left;
    }
  }

  /** A row's observed features and their values. */
  record Row(int[] observed, double[] z) {
    Row(IncompleteMatrix x, int i) {
      this(new int[x.observed(i)], new double[x.observed(i)]);
      for (int e = 0, k = x.rowStart(i); e < z.length; e++, k++) {
        observed[e] = x.column(k);
        z[e] = x.value(k);
      }
    }
  }
}
