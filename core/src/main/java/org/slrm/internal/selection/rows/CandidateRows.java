package org.slrm.internal.selection.rows;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/**
 * Where the rows of a fit are, and all that a candidate asks of them: {@link TableRows} in memory,
 * {@link MomentRowsOfTable} by moments of pairs of columns, {@link SampledRows} on a cluster or in
 * a file.
 */
public interface CandidateRows {
  /** The rows in memory: all of them, or a sample of those on a cluster. */
  TableRows table();

  /** What is in them. */
  default TrainingData data() {
    return table().data();
  }

  /** Threads, listener and seed of the fits. */
  default FitContext context() {
    return table().context();
  }

  /** Whether the rows in memory are all there are. */
  boolean whole();

  /**
   * Whether regressions on the given number of regressors are made over all rows, not only those in
   * memory.
   */
  boolean regressesAll(int regressors);

  /** Moments of pairs of their columns; none where rows have weights. */
  Optional<LabelledMoments> moments();

  /** What is known of the features over all rows. */
  ColumnStatistics features();

  /**
   * Features and labels fitted together, by at most the given number of iterations from a start.
   */
  Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start);

  /** The features alone. */
  Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start);

  /** A lasso of a target on label-free codes, or on the features completed by them. */
  PenaltyChoice lasso(Factors x, boolean completed, int target);

  /** The same on imputed features with a penalty that was chosen for other rows of the table. */
  default PenaltyChoice lasso(Factors x, int target, PenaltyChoice like) {
    return lasso(x, true, target);
  }

  /** Lassos of all targets on label-free codes, by the best of some norms that they may share. */
  SharedChoice codeLassos(Factors x, List<SharedChoice.Norm> among);

  /** A ridge regression of a target on the imputed features. */
  PenaltyChoice ridge(Factors x, int target);

  /** The same on features whose gaps are at their mean. */
  default PenaltyChoice filledRidge(Factors unrelated, int target) {
    return ridge(unrelated, target);
  }

  /** A mixture of factor analysers around the fit of one. */
  MixtureRun.Result mixture(MixtureConfig config, Factors one);

  /** The same rows seen through curves. */
  CandidateRows behind(FeatureTransforms curves);

  /** The same rows with indicators as further features. */
  CandidateRows with(MissingIndicators indicators);

  /**
   * A joint fit.
   *
   * @param result what came of it
   * @param overRows whether its objective is that of the rows, not of their moments
   */
  record Joint(ExpectationMaximization.Result result, boolean overRows) {}
}
