package org.slrm.internal.solver;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.result.Note;

/** A method that needs no more than passes over the rows, a sample of them and some held out. */
@FunctionalInterface
public interface PassSolver {
  /** Fits. Misuse throws; a numerical failure is part of the report. */
  Fitted fit(PassData data, FitContext context);

  /** Whether rows held out tell it what to choose and when to stop; else all of them evaluate. */
  default boolean choosesByHeldOut() {
    return true;
  }

  /** Which rows were fitted, and which chose and started the fit. */
  default Note rowsUsed(long rows, int sample) {
    return Note.of("fitted-by-passes", "rows", rows, "sample", sample);
  }
}
