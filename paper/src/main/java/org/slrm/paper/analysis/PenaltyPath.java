package org.slrm.paper.analysis;

import org.slrm.internal.fit.Interrupts;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.internal.baseline.MatrixCompletion;
import org.slrm.result.FitListener;

/** Fits of a matrix completion along a path of penalties, until the listener stops them. */
final class PenaltyPath {
  private final Transduction.Settings config;
  private final FitListener listener;
  private int completed;
  private boolean stopped;

  PenaltyPath(Transduction.Settings config, FitListener user) {
    this.config = config;
    listener = Interrupts.interruptible(user, Workers.single());
  }

  /** Fits the next penalty unless stopped; the listener is not called after a stop. */
  boolean fit(MatrixCompletion table, double penalty) {
    stopped =
        stopped
            || !listener.onProgress(
                new FitListener.Progress("matrix completion", Double.NaN, completed, Double.NaN));
    if (!stopped) {
      table.descend(penalty, config.tolerance(), config.iterations());
      completed++;
    }
    return !stopped;
  }

  /** The reason why the path ended. */
  String stopReason(boolean converged) {
    FitRecord record = new FitRecord();
    record.stop =
        stopped
            ? FitRecord.STOPPED
            : converged
                ? "converged at every penalty"
                : "limit of " + config.iterations() + " steps reached at some penalties";
    Interrupts.describe(record);
    return record.stop;
  }
}
