package org.slrm.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.regression.RecursiveLeastSquaresStep;

/**
 * PETRELS (Chi, Eldar, Calderbank 2013) (T-1): code by least squares on the observed entries, then
 * one recursive least-squares step per observed feature. Rows with gaps welcome; a row with no more
 * entries than the rank teaches nothing and is passed over. A feature forgets with its own
 * observations, so that one not seen for long keeps what it knew.
 */
final class Petrels implements BasisTracker {
  /** R_j† = δI at the start: weak, so that the first rows decide. */
  private static final double DELTA = 100;

  private final Tracked tracked;
  private final double forgetting;
  private final double delta;
  private final int[] columns;
  private final double[] values;
  private RecursiveLeastSquaresStep step;

  /**
   * A tracker that starts at a random subspace.
   *
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  Petrels(int features, int rank, double forgetting, long seed) {
    this(new Tracked(features, rank, seed), forgetting, DELTA);
  }

  /** A tracker that starts at a subspace and R_j† = δI. */
  Petrels(Tracked tracked, double forgetting, double delta) {
    this.tracked = tracked;
    this.forgetting = Rates.forgetting(forgetting);
    this.delta = delta;
    columns = new int[tracked.D];
    values = new double[tracked.D];
    step = new RecursiveLeastSquaresStep(tracked.D, tracked.d, delta, forgetting);
  }

  /** A tracker that starts at a subspace, as if nothing had been seen. */
  Petrels startingAt(double[] U) {
    Petrels out = new Petrels(tracked.D, tracked.d, forgetting, 0);
    System.arraycopy(U, 0, out.tracked.U, 0, U.length);
    return out;
  }

  @Override
  public void update(IncompleteRow row) {
    tracked.checkLength(row);
    if (tracked.encode(row)) {
      int m = row.observed();
      for (int e = 0; e < m; e++) {
        columns[e] = row.index(e);
        values[e] = row.value(e);
      }
      step.update(tracked.U, columns, values, m, tracked.alpha);
    }
  }

  @Override
  public Tracked tracked() {
    return tracked;
  }

  @Override
  public void reset() {
    BasisTracker.super.reset();
    step = new RecursiveLeastSquaresStep(tracked.D, tracked.d, delta, forgetting);
  }
}
