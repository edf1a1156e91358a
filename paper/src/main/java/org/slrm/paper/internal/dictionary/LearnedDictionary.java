package org.slrm.paper.internal.dictionary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.internal.algorithm.Projections;

/**
 * A dictionary and regressors on its codes.
 *
 * @param dictionary the atoms
 * @param regressors η of every target
 * @param history mean of (Z-1) in each label-free pass
 * @param stop why these ended
 */
record LearnedDictionary(
    Dictionary dictionary, CodeRegressors regressors, List<Double> history, String stop) {
  private static final double PENALTY_FRACTION = 0.1;

  /** Learns without labels, then fits the regressors with cross-validated penalties. */
  static LearnedDictionary of(OnlineDictionary.Plan plan, TrainingData data, FitContext context) {
    OnlineDictionary online = new OnlineDictionary(data, context);
    Dictionary d = online.learn(plan);
    CodeRegressors r = CodeRegressors.chosen(codes(d, data, context), data, context);
    return new LearnedDictionary(d, r, new ArrayList<>(online.history()), online.stop());
  }

  /**
   * Updates dictionary and regressors by the labels, starting with a tenth of the regressors'
   * penalties: a zero regressor has no gradient.
   */
  LearnedDictionary descended(
      TaskDescent.DescentSettings settings, TrainingData data, FitContext context) {
    double[] l1 = Arrays.stream(regressors.l1()).map(l -> PENALTY_FRACTION * l).toArray();
    CodeRegressors start = CodeRegressors.with(codes(dictionary, data, context), data, l1);
    TaskDescent.DescentResult result =
        new TaskDescent(data, settings, context).from(dictionary, start);
    return new LearnedDictionary(result.dictionary(), result.regressors(), history, stop);
  }

  private static Projections codes(Dictionary d, TrainingData data, FitContext context) {
    return SparseCodes.of(d, data.x(), context.workers()).codes();
  }
}
