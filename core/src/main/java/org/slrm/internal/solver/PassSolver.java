package org.slrm.internal.solver;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;

/** A method that needs no more than passes over the rows, a sample of them and some held out. */
@FunctionalInterface
public interface PassSolver {
  /** Fits. Misuse throws; a numerical failure is told in the report. */
  Fitted fit(PassData data, FitContext context);
}
