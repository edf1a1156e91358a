package org.slrm.internal.selection.rows;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.member.LabelRefit;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/** Rows stored elsewhere with a sample in memory. */
public record SampledRows(TableRows sample, FinalRows all) implements CandidateRows {
  @Override
  public TableRows table() {
    return sample;
  }

  @Override
  public boolean inMemory() {
    return false;
  }

  /** Regressions for other losses use the sample: they need more than sums over rows. */
  @Override
  public boolean regressesAll(int regressors) {
    return regressors <= SelectionRules.MAX_REGRESSORS
        && IntStream.range(0, data().y().columns()).allMatch(this::quadratic);
  }

  @Override
  public Optional<LabelledMoments> moments() {
    return all.moments();
  }

  @Override
  public ColumnStatistics features() {
    return all.features();
  }

  @Override
  public Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    if (onSample(config)) {
      return sample.joint(config, iterations, start);
    }
    LikelihoodSolver solver = new LikelihoodSolver(config, atMost(iterations));
    ExpectationMaximization.Result fit = all.joint(solver, start, context().listener());
    if (data().labelledRows() < SelectionRules.ROWS_TO_REFIT * (config.rank() + 1)) {
      return new Joint(fit, true);
    }
    Prior prior = LikelihoodSolver.prior(config, config.rank());
    return new Joint(LabelRefit.of(fit, data(), prior, context().workers()), true);
  }

  /** Self-masking needs statistics in one piece. */
  private boolean onSample(LikelihoodConfig config) {
    return config.selfMasking() && !all.inOnePiece(config.rank());
  }

  private int atMost(int iterations) {
    return Math.min(iterations, all.maxPasses());
  }

  @Override
  public MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    int iterations = atMost(SelectionRules.FINAL_ITERATIONS_WITH_MANY_ROWS);
    return all.mixture(new MixtureSolver(config, iterations), one, data(), context());
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    if (onSample(config)) {
      return sample.labelFree(config, iterations, start);
    }
    LikelihoodSolver solver = new LikelihoodSolver(config, atMost(iterations));
    return all.labelFree(solver, start, context().listener()).factors();
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    return (imputed ? x.columns() : x.d()) <= SelectionRules.MAX_REGRESSORS && quadratic(target)
        ? all.lasso(x, imputed, target)
        : sample.lasso(x, imputed, target);
  }

  /** Fits of rows stored elsewhere are not shared. */
  @Override
  public SharedChoice scoreLassos(Factors x, List<SharedChoice.Norm> norms) {
    return SharedChoice.separate(
        IntStream.range(0, data().y().columns()).mapToObj(t -> lasso(x, false, t)).toList());
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return x.columns() <= SelectionRules.MAX_REGRESSORS && quadratic(target)
        ? all.ridge(x, target)
        : sample.ridge(x, target);
  }

  private boolean quadratic(int target) {
    return data().kind(target).quadratic();
  }

  @Override
  public CandidateRows transformed(FeatureTransforms transforms) {
    return new SampledRows(sample.transformed(transforms), all.transformed(transforms));
  }

  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return new SampledRows(sample.with(indicators), all.with(indicators));
  }
}
