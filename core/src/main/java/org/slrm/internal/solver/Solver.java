package org.slrm.internal.solver;

import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/** A method's algorithm: data in scaled units in, members out. One class per method. */
@FunctionalInterface
public interface Solver {
  /** Fits. Misuse throws; a numerical failure is part of the report. */
  Fitted fit(TrainingData data, FitContext context);
}
