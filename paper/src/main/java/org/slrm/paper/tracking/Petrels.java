package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/**
 * PETRELS (Chi, Eldar, Calderbank 2013) (T-1): code by least squares on the observed entries, then
 * one recursive least-squares step per observed feature. Rows with gaps welcome; a row with no more
 * entries than the rank teaches nothing and is passed over. A feature forgets with its own
 * observations, so that one not seen for long keeps what it knew, unless all are to fade (T-1').
 */
final class Petrels implements BasisTracker, SubspaceTracker.Fading {
  /** R_j† = δI at the start: weak, so that the first rows decide. */
  private static final double DELTA = 100;

  private final Tracked tracked;
  private final Forgetting forgetting;
  private final double delta;
  private RecursiveLeastSquaresStep step;

  /**
   * A tracker that starts at a random subspace.
   *
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  Petrels(int features, int rank, double forgetting, long seed) {
    this(new Tracked(features, rank, seed), Forgetting.of(Rates.forgetting(forgetting)), DELTA);
  }

  /** A tracker that starts at a subspace and R_j† = δI. */
  Petrels(Tracked tracked, Forgetting forgetting, double delta) {
    this.tracked = tracked;
    this.forgetting = forgetting;
    this.delta = delta;
    step = new RecursiveLeastSquaresStep(tracked.D, tracked.d, delta, forgetting);
  }

  /** A tracker that starts at a subspace, as if nothing had been seen. */
  Petrels startingAt(double[] U) {
    return new Petrels(new Tracked(tracked.D, tracked.d, U), forgetting, DELTA);
  }

  @Override
  public Petrels fadingUnobserved() {
    return new Petrels(tracked.atStart(), new Forgetting(forgetting.factor(), true), delta);
  }

  @Override
  public void update(IncompleteRow row, double weight) {
    tracked.checkLength(row);
    Checks.positive("weight", weight);
    if (tracked.encode(row)) {
      step.update(tracked.U, row, tracked.alpha, weight);
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
