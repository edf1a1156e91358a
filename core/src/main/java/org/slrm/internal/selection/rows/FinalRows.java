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

/** All rows, for the final fits of members that were chosen on a sample of them. */
public interface FinalRows {
  /** Statistics of the features. */
  ColumnStatistics features();

  /** Pairwise second moments of their columns; none for weighted rows. */
  Optional<LabelledMoments> moments();

  /** Most iterations over all rows that one fit may take. */
  int maxPasses();

  /** Whether the statistics of a factor model of this rank fit into memory in one piece. */
  default boolean inOnePiece(int rank) {
    return true;
  }

  /** A joint fit of features and labels. */
  ExpectationMaximization.Result joint(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener);

  /** A label-free fit of the features. */
  ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener);

  /** A lasso of a target on label-free factor scores, or on the features imputed from them. */
  PenaltyChoice lasso(Factors x, boolean imputed, int target);

  /** A ridge regression of a target on the imputed features. */
  PenaltyChoice ridge(Factors x, int target);

  /** A mixture of factor analysers started on the sample from one factor model. */
  MixtureRun.MixtureResult mixture(
      MixtureSolver solver, Factors one, TrainingData sample, FitContext context);

  /** These rows with transformed features. */
  FinalRows transformed(FeatureTransforms transforms);

  /** These rows with indicators as further features. */
  FinalRows with(MissingIndicators indicators);
}
