package org.slrm.paper.internal.baseline;

import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * Calls the listener before each fold of a choice. Folds skipped after a stop are predicted by the
 * label's mean, 0 in scaled units, which favours no candidate.
 */
final class FoldProgress {
  private final String stage;
  private final FitListener listener;
  private volatile boolean stopped;

  FoldProgress(String stage, FitListener listener) {
    this.stage = stage;
    this.listener = listener;
  }

  /** Whether to evaluate this fold; the listener is not called after a stop. */
  boolean proceed(int fold, int folds) {
    if (!stopped) {
      stopped =
          !listener.onProgress(
              new FitListener.Progress(stage, (double) fold / folds, fold, Double.NaN));
    }
    return !stopped;
  }

  /** Records that the fit was stopped. */
  void describe(FitRecord record) {
    if (stopped) {
      record.stop = FitRecord.STOPPED;
      record.note("stopped-before-all-folds");
    }
  }
}
