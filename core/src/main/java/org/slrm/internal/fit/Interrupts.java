package org.slrm.internal.fit;

import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/** An interrupt of the fitting thread stops the fit like its listener; the flag stays set. */
public final class Interrupts {
  private static final String STOPPED = "stopped by an interrupt";

  private Interrupts() {}

  /**
   * The listener of a fit by this thread and these workers, which also stops on an interrupt. A
   * thread that waits for its workers has no flag that they could see.
   */
  public static FitListener interruptible(FitListener user, Workers workers) {
    Thread fitting = Thread.currentThread();
    return new FitListener() {
      @Override
      public boolean onProgress(Progress progress) {
        return !fitting.isInterrupted() && !workers.interrupted() && user.onProgress(progress);
      }

      @Override
      public void onPhase(String phase, String part) {
        user.onPhase(phase, part);
      }
    };
  }

  /** The reason that stopped a fit of this thread. */
  public static void describe(FitRecord record) {
    if (Thread.currentThread().isInterrupted()) {
      record.stop = record.stop.replace(FitRecord.STOPPED, STOPPED);
    }
  }
}
