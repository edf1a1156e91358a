package org.slrm.internal.stack;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.LikelihoodConfig;
import org.slrm.internal.FitContext;
import org.slrm.internal.TrainingData;
import org.slrm.internal.likelihood.ExpectationMaximization;
import org.slrm.internal.likelihood.Factors;
import org.slrm.internal.likelihood.LikelihoodSolver;
import org.slrm.internal.model.MissingIndicators;

/**
 * Rows to fit on, with the label-free fits that several recipes share. For one thread at a time.
 */
final class TrainingSet {
  private static final int SUPERVISED = 20;
  private static final int AFTER_WARM = 5;

  private final TrainingData data;
  private final FitContext context;
  private final int maxIterations;
  private final Map<LikelihoodConfig, Factors> labelFree = new HashMap<>();
  private final Map<LikelihoodConfig, Factors> joint = new HashMap<>();
  private final Map<LikelihoodConfig, Factors> warm;
  private ExpectationMaximization.@Nullable Result last;
  private @Nullable MissingIndicators indicators;
  private @Nullable TrainingSet wider;

  /** A set whose joint fits start from those of another, where it has them. */
  TrainingSet(
      TrainingData data,
      FitContext context,
      int maxIterations,
      Map<LikelihoodConfig, Factors> warm) {
    this.data = data;
    this.context = context;
    this.maxIterations = maxIterations;
    this.warm = warm;
  }

  TrainingData data() {
    return data;
  }

  FitContext context() {
    return context;
  }

  /** "Is missing" indicators of these rows. */
  MissingIndicators indicators() {
    MissingIndicators found = indicators;
    if (found == null) {
      found = MissingIndicators.of(data.x());
      indicators = found;
    }
    return found;
  }

  /** The same rows with their indicators as further features. */
  TrainingSet withIndicators() {
    TrainingSet found = wider;
    if (found == null) {
      TrainingData more = new TrainingData(indicators().beside(data.x()), data.y(), data.weights());
      found = new TrainingSet(more, context, maxIterations, Map.of());
      wider = found;
    }
    return found;
  }

  /** Factors of the features alone. */
  Factors labelFree(LikelihoodConfig config) {
    Factors found = labelFree.get(config);
    if (found == null) {
      found = solver(config).labelFree(data, context).factors();
      labelFree.put(config, found);
    }
    return found;
  }

  /** Factors of features and labels together; remembered for sets that start from this one. */
  ExpectationMaximization.Result joint(LikelihoodConfig config) {
    Factors start = warm.get(config);
    // A label counted many times is overfitted when run to the end: it stays near the iterations it
    // was judged by.
    int most = config.supervision() == 1 ? maxIterations : start == null ? SUPERVISED : AFTER_WARM;
    ExpectationMaximization.Result result =
        new LikelihoodSolver(config, Math.min(maxIterations, most)).joint(data, start, context);
    joint.put(config, result.factors());
    last = result;
    return result;
  }

  /** Every joint fit made so far. */
  Map<LikelihoodConfig, Factors> jointFits() {
    return joint;
  }

  /** The latest joint fit, null before the first. */
  ExpectationMaximization.@Nullable Result latest() {
    return last;
  }

  private LikelihoodSolver solver(LikelihoodConfig config) {
    return new LikelihoodSolver(config, maxIterations);
  }
}
