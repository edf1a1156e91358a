package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.run.Workers;

/**
 * The regression of one target with any loss on all its rows and on each fold's training and
 * held-out rows.
 *
 * @param all all rows
 * @param training the rows without each fold
 * @param heldOut the rows of each fold
 */
public record LabelFolds(
    LabelProblem all, List<LabelProblem> training, List<LabelProblem> heldOut) {

  /** The regression on the rows of a design, with unchanged labels. */
  public static LabelFolds of(FoldedProblem.Design design, TargetRows rows, Label label) {
    double[] x = design.rows(rows.rows());
    return of(
        LabelProblem.ofRows(label, x, design.columns(), rows.y(), rows.weights()), rows.fold());
  }

  /** The folds of a problem, numbered from 0 without a gap. */
  public static LabelFolds of(LabelProblem all, int[] fold) {
    List<LabelProblem> training = new ArrayList<>();
    List<LabelProblem> heldOut = new ArrayList<>();
    for (int f = 0; f <= IntStream.of(fold).max().orElse(0); f++) {
      training.add(all.withWeights(all.columns.side(fold, f, false)));
      heldOut.add(all.withWeights(all.columns.side(fold, f, true)));
    }
    return new LabelFolds(all, training, heldOut);
  }

  /** Evaluates a path by the deviance on folds. */
  public CrossValidatedPath evaluate(
      Penalties penalties, ElasticNet.Settings settings, Workers workers) {
    return LabelNet.crossValidate(training, heldOut, penalties, settings, workers);
  }
}
