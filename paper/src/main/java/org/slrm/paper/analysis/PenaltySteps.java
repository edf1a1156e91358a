package org.slrm.paper.analysis;

import org.slrm.internal.fit.Interrupts;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.internal.baseline.MatrixCompletion;
import org.slrm.result.FitListener;

/** Descents of a table, one penalty after another, until the listener stops. */
final class PenaltySteps {
  private final Transduction.Settings config;
  private final FitListener listener;
  private int made;
  private boolean stopped;

  PenaltySteps(Transduction.Settings config, FitListener user) {
    this.config = config;
    listener = Interrupts.heardBy(user, Workers.single());
  }

  /** Descends unless it was stopped; the listener is not called after that. */
  boolean descend(MatrixCompletion table, double penalty) {
    stopped =
        stopped
            || !listener.onProgress(
                new FitListener.Progress("matrix completion", Double.NaN, made, Double.NaN));
    if (!stopped) {
      table.descend(penalty, config.tolerance(), config.iterations());
      made++;
    }
    return !stopped;
  }

  /** Why it ended. */
  String why(boolean converged) {
    FitRecord record = new FitRecord();
    record.stop =
        stopped
            ? FitRecord.STOPPED
            : converged
                ? "every penalty below tolerance"
                : "ran out of " + config.iterations() + " steps at some penalties";
    Interrupts.describe(record);
    return record.stop;
  }
}
