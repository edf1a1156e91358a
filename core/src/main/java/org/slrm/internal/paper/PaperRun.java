package org.slrm.internal.paper;

import java.util.List;
import org.slrm.result.FitListener;

/** A method of the paper for one target and one setting, pass after pass over its rows. */
interface PaperRun {
  /** Makes at most so many passes. */
  void run(int maxPasses, FitListener listener);

  /** U of the best pair on the rows held out. */
  double[] basis();

  /** Its regressor, with the error of both on the rows held out. */
  CodeRegression.Regressor regressor();

  /** Passes made over the rows. */
  int passes();

  /** The error on the rows held out after each pass. */
  List<Double> history();

  /** Why the passes ended. */
  String stop();
}
