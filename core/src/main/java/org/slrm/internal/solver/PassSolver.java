package org.slrm.internal.solver;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.result.Note;

/** A method that needs only passes over the rows, a sample and held-out rows. */
@FunctionalInterface
public interface PassSolver {
  /** Fits. Misuse throws; a numerical failure is part of the report. */
  Fitted fit(PassData data, FitContext context);

  /** Whether held-out rows choose settings and stop it; otherwise all of them evaluate. */
  default boolean choosesByHeldOut() {
    return true;
  }

  /** Which rows were fitted, and which chose and started the fit. */
  default Note rowsUsed(long rows, int sample) {
    return Note.of("fitted-by-passes", "rows", rows, "sample", sample);
  }
}
