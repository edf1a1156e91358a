package org.slrm.internal.selection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * Keeps a search within its time budget and reports its progress. As the listener of single fits it
 * stops them at the deadline or when the user asks. Used from several threads.
 */
public final class SearchClock implements FitListener {
  /**
   * Progress of the search.
   *
   * @param stage what is being fitted
   * @param planned expected number of candidates
   * @param finished candidates evaluated
   * @param best smallest error so far, NaN before the first
   * @param deadline nanoseconds after the start when fits end
   */
  private record State(String stage, int planned, int finished, double best, long deadline) {}

  private final FitListener user;
  private final long start = System.nanoTime();
  private final @Nullable Duration budget;
  private volatile State state;
  private volatile @Nullable String reason;

  public SearchClock(@Nullable Duration budget, FitListener user) {
    this.budget = budget;
    this.user = user;
    // A candidate that is being evaluated at the deadline uses the folds it has finished.
    state = new State("choosing", 1, 0, Double.NaN, fraction(SelectionRules.SEARCH_FRACTION));
  }

  /** A fraction of the budget in nanoseconds; without a budget there is no end. */
  private long fraction(double fraction) {
    return budget == null ? Long.MAX_VALUE : (long) (fraction * budget.toNanos());
  }

  /** Ends the search; the final fits keep their part of the budget in any case. */
  public void last() {
    long deadline = state.deadline;
    if (budget != null) {
      long extended = elapsed() + fraction(1 - SelectionRules.SEARCH_FRACTION);
      deadline = Math.max(budget.toNanos(), extended);
    }
    state = new State("final fit", state.planned, state.finished, state.best, deadline);
  }

  public void plan(int steps) {
    state = new State(state.stage, steps, state.finished, state.best, state.deadline);
  }

  /** Whether the next candidate may start. */
  public boolean mayContinue(String name) {
    state = new State(name, state.planned, state.finished, state.best, state.deadline);
    if (elapsed() > fraction(SelectionRules.SEARCH_FRACTION) && reason == null) {
      reason = "time budget for the search was used up; candidates evaluated: " + state.finished;
    }
    return reason == null;
  }

  public void done(double score) {
    double best = Double.isNaN(state.best) ? score : Math.min(state.best, score);
    state = new State(state.stage, state.planned, state.finished + 1, best, state.deadline);
  }

  /** Announces the next step: a candidate by its name, or a fit that several need. */
  public void announce(String part) {
    onPhase("choosing", part);
  }

  @Override
  public void onPhase(String phase, String part) {
    user.onPhase(phase, part);
  }

  public boolean stopped() {
    return reason != null;
  }

  public String reason() {
    String r = reason;
    return r == null ? "" : r;
  }

  @Override
  public synchronized boolean onProgress(Progress p) {
    State current = state;
    if (elapsed() > current.deadline) {
      return false;
    }
    // The final fits count as two candidates.
    double done = Math.min(0.99, current.finished / (current.planned + 2.0));
    if (!user.onProgress(new Progress(current.stage, done, current.finished, current.best))) {
      reason = FitRecord.STOPPED;
      return false;
    }
    return true;
  }

  private long elapsed() {
    return System.nanoTime() - start;
  }
}
