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
 * subset, fits of the features all rows.
 */
public final class SomeRows implements CandidateRows {
  private final CandidateRows all;
  private final TableRows some;

  public SomeRows(CandidateRows all, TableRows some) {
    this.all = all;
    this.some = some;
  }

  @Override
  public TableRows table() {
    return some;
  }

  @Override
  public boolean whole() {
    return false;
  }

  @Override
  public boolean regressesAll(int regressors) {
    return false;
  }

  @Override
  public Optional<LabelledMoments> moments() {
    return some.moments();
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
  public PenaltyChoice lasso(Factors x, boolean completed, int target) {
    return some.lasso(x, completed, target);
  }

  @Override
  public SharedChoice codeLassos(Factors x, List<SharedChoice.Norm> among) {
    return some.codeLassos(x, among);
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return some.ridge(x, target);
  }

  @Override
  public MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    return some.mixture(config, one);
  }

  @Override
  public CandidateRows behind(FeatureTransforms curves) {
    return new SomeRows(all.behind(curves), some.behind(curves));
  }

  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return new SomeRows(all.with(indicators), some.with(indicators));
  }
}
