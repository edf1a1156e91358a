package org.slrm.internal.mixture;

import java.util.List;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/**
 * A union of so many subspaces of a given rank:
 *
 * <ol>
 *   <li>short runs from several starts around the fit of one subspace, which is also the prior;
 *   <li>the best of them goes on until it stops.
 * </ol>
 */
public final class MixtureSolver {
  private static final int SHORT_RUN = 8;

  private final MixtureConfig config;
  private final int maxIterations;

  /** A solver with the given number of iterations. */
  public MixtureSolver(MixtureConfig config, int maxIterations) {
    this.config = config;
    this.maxIterations = maxIterations;
  }

  /** Fits features and labels together, around the fit of one subspace of the same rank. */
  public MixtureRun.Result fit(TrainingData data, Factors one, FitContext context) {
    if (!data.kinds().stream().allMatch(Label::quadratic)) {
      throw new IllegalArgumentException("labels must be numbers for method mixture");
    }
    if (config.components() == 1) {
      return alone(one);
    }
    MixtureStart starts =
        new MixtureStart(data, config.component(), config.components(), one, context);
    MixtureRun.Result best = null;
    for (int s = 0; s < config.starts(); s++) {
      Mixture start = starts.of(config.components(), s);
      MixtureRun.Result found = run(data, one, SHORT_RUN, context).run(start, context.listener());
      if (found.stop().equals(FitRecord.STOPPED)) {
        return found;
      }
      best = best == null || found.objective() > best.objective() ? found : best;
    }
    return run(data, one, maxIterations, context).run(best.mixture(), context.listener());
  }

  private static MixtureRun.Result alone(Factors one) {
    Mixture mixture = new Mixture(new double[] {1}, List.of(one));
    return new MixtureRun.Result(mixture, List.of(), "one component", 0, 0, List.of());
  }

  private MixtureRun run(TrainingData data, Factors one, int iterations, FitContext context) {
    LikelihoodConfig c = config.component();
    int columns = one.columns();
    int features = data.x().columns();
    double[] omega = ExpectationMaximization.omega(columns, features, c.supervision());
    MaximizationStep step =
        new MaximizationStep(LikelihoodSolver.prior(c, one.d()), omega, features);
    RowPlan plan =
        new RowPlan(
            data.x().besides(data.y()),
            data.weights(),
            config.components() * FactorStatistics.bytes(columns, one.d()));
    return new MixtureRun(
        MixtureRows.local(plan, context.workers()),
        omega,
        new MixtureMaximization(step, new Anchor(one, config.pseudoRows())),
        new MixtureRun.Settings(iterations, c.tolerance(), c.patience(), true, leastRows(one.d())),
        context.workers());
  }

  /** A regression on d codes and a constant has no residual left for fewer rows. */
  static double leastRows(int d) {
    return d + 2;
  }
}
