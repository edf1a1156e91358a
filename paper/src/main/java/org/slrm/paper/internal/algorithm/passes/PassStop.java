package org.slrm.paper.internal.algorithm.passes;

import java.util.ArrayList;
import java.util.List;

/**
 * The stopping rule of passes, common to all methods and both stages of SMPCR. They end when the
 * hold-out error did not fall by a fraction of 1e-3 within the patience, when 20 passes lowered it
 * by less than a tenth, and when it is negligible.
 */
public final class PassStop {
  /** An error counts as better when it falls by this fraction. */
  public static final double IMPROVEMENT = 1e-3;

  private static final int WINDOW = 20;
  private static final double WINDOW_IMPROVEMENT = 0.1;

  /** Negligible error, as a fraction of the error of predicting 0. */
  private static final double SOLVED = 1e-8;

  private final double solved;
  private final int patience;
  private final boolean never;
  private final List<Double> best = new ArrayList<>();
  private int idle;
  private String reason = "";

  /**
   * A rule for one run.
   *
   * @param scale the error of predicting 0
   * @param patience passes without a better error; the number of passes for no early stop
   * @param maxPasses most passes
   * @param start the error before the first pass, infinite where it does not count
   */
  public PassStop(double scale, int patience, int maxPasses, double start) {
    solved = SOLVED * scale;
    this.patience = patience;
    never = patience >= maxPasses;
    best.add(start);
    reason = "most passes made (" + maxPasses + ")";
  }

  /** Takes the error after one more pass; true if it was the last. */
  public boolean ends(double error) {
    double before = best.get(best.size() - 1);
    // An infinite error falls by any fraction.
    idle = error < before * (1 - IMPROVEMENT) ? 0 : idle + 1;
    best.add(Math.min(error, before));
    int last = best.size() - 1;
    if (never) {
      return false;
    }
    if (best.get(last) <= solved) {
      reason = "hold-out error is as good as 0";
      return true;
    }
    if (idle >= patience) {
      reason = "hold-out error did not fall in " + idle + " passes";
      return true;
    }
    if (last > WINDOW && best.get(last) > (1 - WINDOW_IMPROVEMENT) * best.get(last - WINDOW)) {
      reason = "hold-out error fell by less than a tenth in " + WINDOW + " passes";
      return true;
    }
    return false;
  }

  /** Why the passes ended. */
  public String reason() {
    return reason;
  }
}
