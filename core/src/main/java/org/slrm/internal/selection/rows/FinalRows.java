package org.slrm.internal.selection.rows;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.result.FitListener;

/**
 * All rows of a fit whose candidates were evaluated on a sample of them, kept elsewhere: what the
 * final fits of members ask of them.
 */
public interface FinalRows {
  /** What is known of the features. */
  ColumnStatistics features();

  /** Moments of pairs of their columns; none where rows have weights. */
  Optional<LabelledMoments> moments();

  /** Most iterations over all of them that one fit may take. */
  int mostPasses();

  /** Features and labels fitted together. */
  ExpectationMaximization.Result joint(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener);

  /** The features alone. */
  ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener);

  /** A lasso of a target on label-free codes, or on the features completed by them. */
  PenaltyChoice lasso(Factors x, boolean completed, int target);

  /** A ridge regression of a target on the imputed features. */
  PenaltyChoice ridge(Factors x, int target);

  /** A mixture of factor analysers, begun on the sample, around the fit of one. */
  MixtureRun.Result mixture(
      MixtureSolver solver, Factors one, TrainingData sample, FitContext context);

  /** The same rows seen through curves. */
  FinalRows behind(FeatureTransforms curves);

  /** The same rows with indicators as further features. */
  FinalRows with(MissingIndicators indicators);
}
