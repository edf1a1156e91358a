package org.slrm.internal.mixture;

import java.util.List;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/**
 * A mixture of factor analysers of a given rank:
 *
 * <ol>
 *   <li>short runs from several starts around the one-component fit, which is also the prior;
 *   <li>the best of them continues until it stops.
 * </ol>
 */
public record MixtureSolver(MixtureConfig config, int maxIterations) {
  private static final int SHORT_RUN = 8;

  /** Fits features and labels jointly, starting from the one-component fit of the same rank. */
  public MixtureRun.MixtureResult fit(TrainingData data, Factors one, FitContext context) {
    return fit(data, one, rows(data, one, context), context);
  }

  /**
   * Fits rows that are stored elsewhere.
   *
   * @param sample rows in memory for clustering and short runs
   * @param one the one-component fit
   * @param all the rows of the final run
   */
  public MixtureRun.MixtureResult fit(
      TrainingData sample, Factors one, MixtureRows all, FitContext context) {
    if (config.components() == 1) {
      Mixture mixture = new Mixture(new double[] {1}, List.of(one));
      return new MixtureRun.MixtureResult(mixture, List.of(), "one component", 0, 0);
    }
    int features = sample.x().columns();
    MixtureStart starts =
        new MixtureStart(sample, config.component(), config.components(), one, context);
    MixtureRun quick = run(rows(sample, one, context), one, features, SHORT_RUN, context);
    MixtureRun.MixtureResult best = null;
    for (int s = 0; s < config.starts(); s++) {
      Mixture start = starts.of(config.components(), s);
      MixtureRun.MixtureResult found = quick.run(start, context.listener());
      if (found.stop().equals(FitRecord.STOPPED)) {
        return found;
      }
      best = best == null || found.objective() > best.objective() ? found : best;
    }
    return run(all, one, features, maxIterations, context).run(best.mixture(), context.listener());
  }

  private MixtureRows rows(TrainingData data, Factors one, FitContext context) {
    long bytes = config.components() * FactorStatistics.bytes(one.columns(), one.d());
    RowPlan plan = new RowPlan(data.x().besides(data.y()), data.weights(), bytes);
    return MixtureRows.local(plan, context.workers());
  }

  private MixtureRun run(
      MixtureRows rows, Factors one, int features, int iterations, FitContext context) {
    LikelihoodConfig c = config.component();
    MixtureMaximization maximization = MixtureMaximization.of(config, one, features);
    return new MixtureRun(
        rows,
        maximization.omega(),
        maximization,
        new MixtureRun.MixtureSettings(
            iterations, c.stopping().tolerance(), c.stopping().patience(), true, minRows(one.d())),
        context.workers());
  }

  /** A regression on d factor scores and a constant needs more rows than this. */
  static double minRows(int d) {
    return d + 2;
  }
}
