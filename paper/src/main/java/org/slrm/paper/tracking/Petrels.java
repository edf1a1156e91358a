package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/**
 * PETRELS (Chi, Eldar, Calderbank 2013) (T-1): code by least squares on the observed entries, then
 * one recursive least-squares step per observed feature. Rows may have missing entries; a row with
 * no more entries than the rank is skipped. A feature fades only by rows where it is observed,
 * unless all are to fade (T-1').
 */
final class Petrels extends BasisTracker implements SubspaceTracker.Fading {
  /** R_j† = δI at the start: large, so that the first rows dominate. */
  private static final double DELTA = 100;

  private final Forgetting forgetting;
  private final double delta;
  private RecursiveLeastSquaresStep step;

  /**
   * A tracker that starts at a random subspace.
   *
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
   */
  Petrels(int features, int rank, double forgetting, long seed) {
    super(features, rank, seed);
    this.forgetting = Forgetting.of(Checks.inUpperClosed("forgetting", forgetting, 0, 1));
    delta = DELTA;
    reset();
  }

  /** A tracker that starts at a subspace and R_j† = δI. */
  Petrels(double[] basis, int rank, Forgetting forgetting, double delta) {
    super(basis.length / rank, rank, basis);
    this.forgetting = forgetting;
    this.delta = delta;
    reset();
  }

  /** A tracker that starts at the current subspace with the default R_j†. */
  Petrels startingHere() {
    return new Petrels(U, d, forgetting, DELTA);
  }

  @Override
  public Petrels fadingUnobserved() {
    return new Petrels(start, d, new Forgetting(forgetting.factor(), true), delta);
  }

  @Override
  public void update(IncompleteRow row, double weight) {
    checkLength(row);
    Checks.positive("weight", weight);
    if (encode(row)) {
      step.update(U, row, alpha, weight);
    }
  }

  @Override
  public void reset() {
    super.reset();
    step = new RecursiveLeastSquaresStep(D, d, delta, forgetting);
  }
}
