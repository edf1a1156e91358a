package org.slrm.internal.solver;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;

/** A method that needs no more than passes over the rows, a sample of them and some held out. */
@FunctionalInterface
public interface PassSolver {
  /** Fits. Misuse throws; a numerical failure is told in the report. */
  Fitted fit(PassData data, FitContext context);

  /** Whether rows held out tell it what to choose and when to stop; else all of them judge. */
  default boolean choosesByHeldOut() {
    return true;
  }

  /** What all rows were for, and what some of them were for besides. */
  default String told(long rows, int sample) {
    return "fitted by passes over " + rows + " rows, starts and searches on " + sample + " of them";
  }
}
