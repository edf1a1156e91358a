package org.slrm.paper.internal.baseline;

import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * Asks the listener before each fold of a choice. Folds left out after a stop have their label's
 * mean predicted, which is 0 in scaled units, and so favour no candidate.
 */
final class FoldProgress {
  private final String stage;
  private final FitListener listener;
  private volatile boolean stopped;

  FoldProgress(String stage, FitListener listener) {
    this.stage = stage;
    this.listener = listener;
  }

  /** Whether this fold is still wanted; nobody is asked after a stop. */
  boolean goOn(int fold, int folds) {
    if (!stopped) {
      stopped =
          !listener.onProgress(
              new FitListener.Progress(stage, (double) fold / folds, fold, Double.NaN));
    }
    return !stopped;
  }

  /** Says so if the fit was stopped. */
  void describe(FitRecord record) {
    if (stopped) {
      record.stop = FitRecord.STOPPED;
      record.note("stopped-before-all-folds");
    }
  }
}
