package org.slrm.internal.selection.rows;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/**
 * A subset of the rows, for learners whose cost grows fast with rows. Labels and transforms use the
 * subset, fits of the features use all rows.
 */
public final class SubsetRows implements CandidateRows {
  private final CandidateRows all;
  private final TableRows subset;

  public SubsetRows(CandidateRows all, TableRows subset) {
    this.all = all;
    this.subset = subset;
  }

  @Override
  public TableRows table() {
    return subset;
  }

  @Override
  public boolean inMemory() {
    return false;
  }

  @Override
  public boolean regressesAll(int regressors) {
    return false;
  }

  @Override
  public Optional<LabelledMoments> moments() {
    return subset.moments();
  }

  @Override
  public ColumnStatistics features() {
    return all.features();
  }

  @Override
  public Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    return all.joint(config, iterations, start);
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    return all.labelFree(config, iterations, start);
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    return subset.lasso(x, imputed, target);
  }

  @Override
  public SharedChoice scoreLassos(Factors x, List<SharedChoice.Norm> norms) {
    return subset.scoreLassos(x, norms);
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return subset.ridge(x, target);
  }

  @Override
  public MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    return subset.mixture(config, one);
  }

  @Override
  public CandidateRows transformed(FeatureTransforms transforms) {
    return new SubsetRows(all.transformed(transforms), subset.transformed(transforms));
  }

  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return new SubsetRows(all.with(indicators), subset.with(indicators));
  }
}
