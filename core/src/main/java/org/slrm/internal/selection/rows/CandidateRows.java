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
 * The rows of a candidate and the fits it may request of them: {@link TableRows} in memory, {@link
 * MomentRowsOfTable} by pairwise second moments, {@link SampledRows} on a cluster or in a file.
 */
public interface CandidateRows {
  /** The rows in memory: all rows, or a sample of those on a cluster. */
  TableRows table();

  /** Which columns exist and how they are scaled. */
  default TrainingData data() {
    return table().data();
  }

  /** Threads, listener and seed of the fits. */
  default FitContext context() {
    return table().context();
  }

  /** Whether all rows are in memory. */
  boolean inMemory();

  /** Whether regressions on this number of regressors use all rows and not only those in memory. */
  boolean regressesAll(int regressors);

  /** Pairwise second moments of their columns; none for weighted rows. */
  default Optional<LabelledMoments> moments() {
    return table().moments();
  }

  /** Statistics of the features over all rows. */
  ColumnStatistics features();

  /** A joint fit of features and labels with at most this number of iterations from a start. */
  Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start);

  /** A label-free fit of the features. */
  Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start);

  /** A lasso of a target on label-free factor scores, or on the features imputed from them. */
  default PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    return table().lasso(x, imputed, target);
  }

  /** A lasso on imputed features, with a penalty chosen on other rows of the table. */
  default PenaltyChoice lasso(Factors x, int target, PenaltyChoice like) {
    return lasso(x, true, target);
  }

  /** Lassos of all targets on label-free factor scores, with the best of several shared norms. */
  default SharedChoice scoreLassos(Factors x, List<SharedChoice.Norm> norms) {
    return table().scoreLassos(x, norms);
  }

  /** A ridge regression of a target on the imputed features. */
  default PenaltyChoice ridge(Factors x, int target) {
    return table().ridge(x, target);
  }

  /** A ridge regression of a target on mean-imputed features. */
  default PenaltyChoice meanImputedRidge(Factors noLoadings, int target) {
    return ridge(noLoadings, target);
  }

  /** A mixture of factor analysers started from one factor model. */
  default MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    return table().mixture(config, one);
  }

  /** These rows with transformed features. */
  CandidateRows transformed(FeatureTransforms transforms);

  /** These rows with indicators as further features. */
  CandidateRows with(MissingIndicators indicators);

  /**
   * A joint fit.
   *
   * @param result the fitted model
   * @param overRows whether its objective is that of the rows and not of their moments
   */
  record Joint(ExpectationMaximization.Result result, boolean overRows) {}
}
