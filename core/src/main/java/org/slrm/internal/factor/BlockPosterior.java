package org.slrm.internal.factor;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdBatch;

/**
 * Posterior covariances S (L-1) of a block of patterns: sums over the block, then factors and
 * inverses of several patterns at a time. A pattern that fails numerically falls back to {@link
 * Posterior}. One per thread.
 */
final class BlockPosterior {
  private final Posterior.Tables tables;
  private final Posterior single;
  private final SpdBatch batch;
  private final int[] index;
  private final int[] absent;
  private final double[] minusIdentity;
  private final int[] starts = new int[RowPlan.BLOCK + 1];
  private final boolean[] complement = new boolean[RowPlan.BLOCK];
  private final double[] logDeterminant = new double[RowPlan.BLOCK];
  private final int[] observed;

  BlockPosterior(Posterior.Tables tables) {
    this.tables = tables;
    single = new Posterior(tables);
    batch = Kernels.active().spdBatch(tables.d);
    index = new int[RowPlan.BLOCK * tables.columns + 1];
    absent = new int[tables.columns];
    Arrays.fill(absent, 1);
    minusIdentity = new double[tables.full.length];
    for (int k = 0; k < tables.d; k++) {
      minusIdentity[Packed.at(k, k)] = -1;
    }
    observed = new int[tables.columns];
  }

  /** log det S⁻¹ of the g-th pattern of the block. */
  double logDeterminant(int g) {
    return logDeterminant[g];
  }

  /** S of {@code count} patterns from {@code first} on, packed to rows of the table. */
  void compute(RowPlan plan, int first, int count, double[] table, int width) {
    int q = Packed.length(tables.d);
    // S⁻¹ = I + full − Σ_{j∉Ω} for mostly observed rows, else the negative of −I − Σ_{j∈Ω}
    for (int g = 0; g < count; g++) {
      list(plan, first + g, g);
      System.arraycopy(
          complement[g] ? tables.fullPlusIdentity : minusIdentity, 0, table, g * width, q);
    }
    tables.subtract(index, starts, count, table, width);
    for (int g = 0; g < count; g++) {
      if (!complement[g]) {
        Posterior.negate(table, g * width, q);
      }
    }
    for (int g = 0; g < count; g += batch.lanes()) {
      invert(plan, first, g, Math.min(batch.lanes(), count - g), table, width);
    }
  }

  /** The columns to sum for a pattern: the observed ones, or the missing ones where fewer. */
  private void list(RowPlan plan, int pattern, int g) {
    IncompleteMatrix z = plan.z;
    int row = plan.patterns.row(plan.patterns.start(pattern));
    int m = z.observed(row);
    complement[g] = 2 * m >= tables.columns;
    int at = starts[g];
    int from = z.rowStart(row);
    if (complement[g]) {
      // Branch-free, because the branch would be unpredictable.
      for (int e = 0; e < m; e++) {
        absent[z.column(from + e)] = 0;
      }
      for (int j = 0; j < tables.columns; j++) {
        index[at] = j;
        at += absent[j];
        absent[j] = 1;
      }
    } else {
      for (int e = 0; e < m; e++) {
        index[at++] = z.column(from + e);
      }
    }
    starts[g + 1] = at;
  }

  private void invert(RowPlan plan, int first, int g, int lanes, double[] table, int width) {
    batch.setAll(table, g * width, width, lanes);
    batch.factor();
    int failed = 0;
    for (int lane = 0; lane < lanes; lane++) {
      logDeterminant[g + lane] = batch.logDeterminant(lane, tables.d);
      failed |= trusted(lane, complement[g + lane]) ? 0 : 1 << lane;
    }
    batch.invert();
    batch.inverseAll(table, g * width, width, lanes);
    for (int lane = 0; lane < lanes; lane++) {
      if ((failed & 1 << lane) != 0) {
        fallBack(plan, first + g + lane, g + lane, table, (g + lane) * width);
      }
    }
  }

  private boolean trusted(int lane, boolean complement) {
    for (int k = 0; k < tables.d; k++) {
      double least = complement ? Posterior.TRUST * tables.full[Packed.at(k, k)] : 0;
      double pivot = batch.pivot(lane, k);
      if (!(pivot > 0 && pivot >= least)) {
        return false;
      }
    }
    return true;
  }

  private void fallBack(RowPlan plan, int pattern, int g, double[] table, int at) {
    IncompleteMatrix z = plan.z;
    int row = plan.patterns.row(plan.patterns.start(pattern));
    for (int e = 0; e < z.observed(row); e++) {
      observed[e] = z.column(z.rowStart(row) + e);
    }
    single.pattern(observed, z.observed(row));
    logDeterminant[g] = single.logDeterminant();
    single.covariance(table, at);
  }
}
