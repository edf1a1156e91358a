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
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.member.LabelRefit;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/** Rows of a table in memory. For one thread at a time. */
public final class TableRows implements CandidateRows {
  private final TrainingData data;
  private final FitContext context;
  private @Nullable DenseDesign design;

  public TableRows(TrainingData data, FitContext context) {
    this.data = data;
    this.context = context;
  }

  @Override
  public TableRows table() {
    return this;
  }

  @Override
  public TrainingData data() {
    return data;
  }

  @Override
  public FitContext context() {
    return context;
  }

  @Override
  public boolean inMemory() {
    return true;
  }

  @Override
  public boolean regressesAll(int regressors) {
    return true;
  }

  @Override
  public Optional<LabelledMoments> moments() {
    if (data.weights() != null) {
      return Optional.empty();
    }
    int[] every = IntStream.range(0, data.x().rows()).toArray();
    return Optional.of(LabelledMoments.of(data, every, context.workers()));
  }

  @Override
  public ColumnStatistics features() {
    return data.x().statistics(data.weights());
  }

  @Override
  public Joint joint(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    ExpectationMaximization.Result fit =
        new LikelihoodSolver(config, iterations).joint(data, start, context);
    Prior prior = LikelihoodSolver.prior(config, config.rank());
    return new Joint(LabelRefit.of(fit, data, prior, context.workers()), true);
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int iterations, @Nullable Factors start) {
    return new LikelihoodSolver(config, iterations).labelFree(data, start, context).factors();
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    return LabelChoice.elasticNet(design(x, imputed, target), data, target, 1, context);
  }

  @Override
  public PenaltyChoice lasso(Factors x, int target, PenaltyChoice like) {
    return data.kind(target).quadratic() && like.l1() > 0
        ? like.over(design(x, true, target), data, target, 1)
        : lasso(x, true, target);
  }

  @Override
  public SharedChoice scoreLassos(Factors x, List<SharedChoice.Norm> norms) {
    ImputedFeatures c = ImputedFeatures.of(x, data.x(), false, context.workers());
    return SharedChoice.among(norms, new DenseDesign(c.scores(), x.d()), data, context);
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return LabelChoice.ridge(design(x, true, target), data, target);
  }

  @Override
  public MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    return new MixtureSolver(config, SelectionRules.MIXTURE_ITERATIONS).fit(data, one, context);
  }

  /** The design matrix, which is large: released after the last target. */
  private DenseDesign design(Factors x, boolean imputed, int target) {
    DenseDesign built = design;
    if (target == 0 || built == null) {
      ImputedFeatures c = ImputedFeatures.of(x, data.x(), imputed, context.workers());
      built =
          imputed ? new DenseDesign(c.features(), x.columns()) : new DenseDesign(c.scores(), x.d());
    }
    design = target == data.y().columns() - 1 ? null : built;
    return built;
  }

  @Override
  public TableRows transformed(FeatureTransforms transforms) {
    return new TableRows(data.withFeatures(transforms.apply(data.x())), context);
  }

  @Override
  public TableRows with(MissingIndicators indicators) {
    return new TableRows(data.withFeatures(indicators.beside(data.x())), context);
  }
}
