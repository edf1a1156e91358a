package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.function.Function;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.solver.Method;
import org.slrm.paper.analysis.RiskBound;
import org.slrm.result.Note;
import org.slrm.result.Predictions;

/** A method of the paper whose predictor has the gate of Theorem 1. */
interface GatedMethod extends Method {
  @Override
  default boolean takesValidation() {
    return true;
  }

  @Override
  default List<Note> theory(
      Ensemble ensemble,
      Function<IncompleteMatrix, Predictions> predict,
      IncompleteMatrix x,
      IncompleteMatrix y) {
    return RiskBound.notes(ensemble, predict, x, y);
  }
}
