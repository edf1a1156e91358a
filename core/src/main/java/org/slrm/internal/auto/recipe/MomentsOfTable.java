package org.slrm.internal.auto.recipe;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.moments.FilledMoments;
import org.slrm.internal.factor.moments.MomentFits;
import org.slrm.internal.factor.moments.MomentStart;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.MomentRidge;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/**
 * Rows of a table by moments of pairs of its columns: fits go to the moments, then over the rows
 * for a few iterations. Where moments know too few directions, they go over the rows from the
 * start.
 */
public final class MomentsOfTable implements CandidateRows {
  private final TableRows table;
  private final MomentFits moments;
  private final int iterations;
  private final int polish;
  private final TableRows polished;

  /** Fits by as many iterations to moments, without any over the rows. */
  public MomentsOfTable(TableRows table, MomentFits moments, int iterations) {
    this(table, moments, iterations, 0, table);
  }

  private MomentsOfTable(
      TableRows table, MomentFits moments, int iterations, int polish, TableRows polished) {
    this.table = table;
    this.moments = moments;
    this.iterations = iterations;
    this.polish = polish;
    this.polished = polished;
  }

  /** The same with as many iterations over the rows, or the first of them, after the moments. */
  public MomentsOfTable polished(int times, int rows) {
    TrainingData data = table.data();
    TableRows over =
        rows < data.x().rows()
            ? new TableRows(data.rows(IntStream.range(0, rows).toArray()), table.context())
            : table;
    return new MomentsOfTable(table, moments, iterations, times, over);
  }

  @Override
  public TableRows table() {
    return table;
  }

  @Override
  public boolean whole() {
    return true;
  }

  @Override
  public ColumnStatistics features() {
    return table.features();
  }

  @Override
  public Joint joint(LikelihoodConfig config, int most, @Nullable Factors start) {
    MomentStart by = moments.joint(config.rank()).orElse(null);
    if (by == null) {
      return table.joint(config, most, start);
    }
    ExpectationMaximization.Result result =
        new LikelihoodSolver(config, iterations)
            .joint(by.rows(), data().kinds(), by.joint(config.rank()), context().listener());
    return polish == 0
        ? new Joint(result, false)
        : polished.joint(config, Math.min(most, polish), result.factors());
  }

  @Override
  public Factors labelFree(LikelihoodConfig config, int most, @Nullable Factors start) {
    MomentStart by = moments.labelFree(config.rank()).orElse(null);
    if (by == null) {
      return table.labelFree(config, most, start);
    }
    Factors found =
        new LikelihoodSolver(config, iterations)
            .labelFree(by.rows().labelFree(), by.labelFree(config.rank()), context().listener())
            .factors();
    return polish == 0 ? found : polished.labelFree(config, Math.min(most, polish), found);
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean completed, int target) {
    return table.lasso(x, completed, target);
  }

  @Override
  public PenaltyChoice lasso(Factors x, int target, PenaltyChoice like) {
    return table.lasso(x, target, like);
  }

  @Override
  public SharedChoice codeLassos(Factors x, List<SharedChoice.Norm> among) {
    return table.codeLassos(x, among);
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    return table.ridge(x, target);
  }

  @Override
  public PenaltyChoice filledRidge(Factors unrelated, int target) {
    return MomentRidge.of(
        FilledMoments.of(moments.sums().each()[target], unrelated.columns(), target));
  }

  /** Over the rows: indicators have no moments here. */
  @Override
  public CandidateRows with(MissingIndicators indicators) {
    return table.with(indicators);
  }
}
