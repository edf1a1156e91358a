package org.slrm.internal.selection;

import java.util.Optional;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.factor.moments.MeanImputedMoments;
import org.slrm.internal.factor.moments.MomentFits;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.RowSplit;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SelectionRules;

/**
 * Moments of a table and of the training rows of each fold. Blocks are summed once, and each fold
 * subtracts its own.
 *
 * @param start moments of all rows
 * @param fitted moments of the rows that each fold fits
 * @param firstOut moments of the rows that the first fold holds out
 */
public record FoldMoments(MomentFits start, MomentFits[] fitted, LabelledMoments firstOut) {
  /** With directions up to a rank; rows of fold −1 are never held out. */
  public static FoldMoments of(TrainingData data, RowSplit split, int maxRank, Workers workers) {
    int folds = split.folds();
    int D = data.x().columns();
    LabelledMoments[] parts = new LabelledMoments[folds + 1];
    Workers rowWorkers = folds == 1 ? workers : Workers.single();
    Workers foldWorkers = folds == 1 ? Workers.single() : workers;
    foldWorkers.run(
        folds + 1,
        (worker, f) ->
            parts[f] = LabelledMoments.of(data, split.evaluated(f < folds ? f : -1), rowWorkers));
    LabelledMoments total = parts[0];
    for (int f = 1; f <= folds; f++) {
      total = total.plus(parts[f], 1);
    }
    LabelledMoments sum = total;
    MomentFits start = MomentFits.of(sum, D, maxRank);
    MomentFits[] fitted = new MomentFits[folds];
    if (split.forward()) {
      LabelledMoments[] before = before(parts);
      workers.run(folds, (worker, f) -> fitted[f] = start.over(before[f], D));
    } else {
      workers.run(folds, (worker, f) -> fitted[f] = start.over(sum.plus(parts[f], -1), D));
    }
    return new FoldMoments(start, fitted, parts[0]);
  }

  /** Rows that are never held out come before the first fold. */
  private static LabelledMoments[] before(LabelledMoments[] parts) {
    LabelledMoments[] out = new LabelledMoments[parts.length - 1];
    for (int f = 0; f < out.length; f++) {
      out[f] = f == 0 ? parts[out.length] : out[f - 1].plus(parts[f - 1], 1);
    }
    return out;
  }

  /** The moments of all rows: these, if they cover the same rows; none for weighted rows. */
  public Optional<MomentFits> of(CandidateRows rows, int maxRank) {
    TrainingData data = rows.data();
    if (rows.inMemory() && start.sums().all().rows() == data.x().rows()) {
      return Optional.of(start);
    }
    return rows.moments().map(all -> MomentFits.of(all, data.x().columns(), maxRank));
  }

  /** Iterations on moments, which cost little. */
  public int iterations() {
    return fitted.length == 1
        ? SelectionRules.MOMENT_ITERATIONS_OF_MANY_ROWS
        : SelectionRules.MOMENT_ITERATIONS;
  }

  /** Smallest error of a target's lasso on mean-imputed features over penalties, first fold. */
  public double minLassoError(int features, int target, Workers workers) {
    GramProblem training = MeanImputedMoments.of(fitted[0].sums().each()[target], features, target);
    GramProblem evaluating = MeanImputedMoments.of(firstOut.each()[target], features, target);
    return PenaltyChoice.leastError(training, evaluating, workers);
  }
}
