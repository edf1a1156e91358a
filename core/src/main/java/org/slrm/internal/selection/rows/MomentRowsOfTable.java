package org.slrm.internal.selection.rows;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.factor.moments.MeanImputedMoments;
import org.slrm.internal.factor.moments.MomentFits;
import org.slrm.internal.factor.moments.MomentStart;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.MomentRidge;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/**
 * Rows with pairwise second moments: fits use the moments first, then a few iterations over the
 * rows. Where the moments have too few directions, fits iterate over the rows from the start.
 *
 * @param iterations number of iterations on moments
 * @param polish number of iterations after them over the rows, 0 for none
 * @param polished the rows of these iterations
 */
public record MomentRowsOfTable(
    CandidateRows rows, MomentFits fits, int iterations, int polish, CandidateRows polished)
    implements CandidateRows {
  /** Fits by this number of iterations on moments, without iterations over the rows. */
  public MomentRowsOfTable(CandidateRows rows, MomentFits moments, int iterations) {
    this(rows, moments, iterations, 0, rows);
  }

  /** Fits followed by this number of iterations over the rows, or over the first of them. */
  public MomentRowsOfTable polished(int times, int first) {
    TrainingData data = data();
    CandidateRows over =
        first < data.x().rows()
            ? new TableRows(data.rows(IntStream.range(0, first).toArray()), context())
            : rows;
    return new MomentRowsOfTable(rows, fits, iterations, times, over);
  }

  @Override
  public TableRows table() {
    return rows.table();
  }

  @Override
  public boolean inMemory() {
    return rows.inMemory();
  }

  @Override
  public boolean regressesAll(int regressors) {
    return rows.regressesAll(regressors);
  }

  @Override
  public Optional<LabelledMoments> moments() {
    return Optional.of(fits.sums());
  }

  @Override
  public ColumnStatistics features() {
    return rows.features();
  }

  @Override
  public Joint joint(LikelihoodConfig config, int limit, @Nullable Factors start) {
    MomentStart by = config.selfMasking() ? null : fits.joint(config.rank()).orElse(null);
    if (by == null) {
      return rows.joint(config, limit, start);
    }
    ExpectationMaximization.Result result =
        new LikelihoodSolver(config, iterations)
            .joint(by.rows(), data().kinds(), by.joint(config.rank()), context().listener());
    return polish == 0
        ? new Joint(result, false)
        : polished.joint(config, Math.min(limit, polish), result.factors());
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int limit, @Nullable Factors start) {
    MomentStart by = config.selfMasking() ? null : fits.labelFree(config.rank()).orElse(null);
    if (by == null) {
      return rows.labelFree(config, limit, start);
    }
    Factors found =
        new LikelihoodSolver(config, iterations)
            .labelFree(by.rows().labelFree(), by.labelFree(config.rank()), context().listener())
            .factors();
    return polish == 0 ? found : polished.labelFree(config, Math.min(limit, polish), found);
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    return rows.lasso(x, imputed, target);
  }

  @Override
  public PenaltyChoice lasso(Factors x, int target, PenaltyChoice like) {
    return rows.lasso(x, target, like);
  }

  @Override
  public SharedChoice scoreLassos(Factors x, List<SharedChoice.Norm> norms) {
    return rows.scoreLassos(x, norms);
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return rows.ridge(x, target);
  }

  @Override
  public PenaltyChoice meanImputedRidge(Factors noLoadings, int target) {
    return MomentRidge.of(
        MeanImputedMoments.of(fits.sums().each()[target], noLoadings.columns(), target));
  }

  @Override
  public MixtureRun.MixtureResult mixture(MixtureConfig config, Factors one) {
    return rows.mixture(config, one);
  }

  /** Computes moments of the transformed rows where repeated passes would cost too much. */
  @Override
  public CandidateRows transformed(FeatureTransforms transforms) {
    CandidateRows transformed = rows.transformed(transforms);
    int p = data().x().columns();
    if (rows.inMemory() && data().x().rows() < SelectionRules.TRANSFORMED_ROWS_BY_MOMENTS) {
      return transformed;
    }
    return transformed
        .moments()
        .map(m -> MomentFits.of(m, p, Math.min(p, SelectionRules.FIRST_RANKS)))
        .<CandidateRows>map(
            m -> new MomentRowsOfTable(transformed, m, iterations, polish, transformed))
        .orElse(transformed);
  }

  /** Fits over the rows, because the moments do not cover indicators. */
  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return rows.with(indicators);
  }
}
