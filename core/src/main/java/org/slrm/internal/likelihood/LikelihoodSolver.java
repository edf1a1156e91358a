package org.slrm.internal.likelihood;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.LikelihoodConfig;
import org.slrm.data.Checks;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.FitContext;
import org.slrm.internal.TrainingData;

/**
 * The likelihood method: EM from the leading directions of the zero-filled table, labels as further
 * columns.
 */
public final class LikelihoodSolver {
  private final LikelihoodConfig config;
  private final int maxIterations;

  /** A solver with the configured number of iterations. */
  public LikelihoodSolver(LikelihoodConfig config) {
    this(config, config.maxIterations());
  }

  /** A solver with another number of iterations. */
  public LikelihoodSolver(LikelihoodConfig config, int maxIterations) {
    this.config = config;
    this.maxIterations = maxIterations;
  }

  /**
   * Features and labels together, from a start if one is given: parameters of the same rank for
   * features, then labels, such as the first directions of a larger fit in its canonical basis.
   */
  public ExpectationMaximization.Result joint(
      TrainingData data, @Nullable Factors start, FitContext context) {
    IncompleteMatrix z = data.x().besides(data.y());
    Factors from = start != null ? start : start(data).with(labels(data));
    return run(z, data, from, config.supervision(), context);
  }

  /** The features alone. */
  public ExpectationMaximization.Result labelFree(TrainingData data, FitContext context) {
    return run(data.x(), data, start(data), 1, context);
  }

  private ExpectationMaximization.Result run(
      IncompleteMatrix z, TrainingData data, Factors start, double omega, FitContext context) {
    int d = start.d();
    long bytes = FactorStatistics.bytes(z.columns(), d);
    var settings =
        new ExpectationMaximization.Settings(
            prior(config, d),
            maxIterations,
            config.tolerance(),
            config.patience(),
            true,
            config.accelerate());
    var em =
        new ExpectationMaximization(
            new RowPlan(z, data.weights(), bytes),
            data.x().columns(),
            omega,
            settings,
            context.workers());
    return em.run(start, context.listener());
  }

  /** λ = loadingPrior · d: the loadings of a column together carry a variance of 1/loadingPrior. */
  static Prior prior(LikelihoodConfig config, int d) {
    return new Prior(
        config.noise() == LikelihoodConfig.Noise.ISOTROPIC,
        config.loadingPrior() * d,
        config.noisePrior(),
        0.1,
        config.noiseFloor());
  }

  private Factors start(TrainingData data) {
    int most = Math.min(data.x().rows(), data.x().columns());
    Checks.between("rank", config.rank(), 1, most);
    // The start is the same for every seed: nothing of the result should hang on it.
    return Start.of(data.x(), config.rank(), 1);
  }

  /** Label columns that know nothing of the codes yet: the first E step is label-free. */
  private Factors labels(TrainingData data) {
    ColumnStatistics s = data.y().statistics();
    int targets = data.y().columns();
    double[] mu = new double[targets];
    double[] psi = new double[targets];
    for (int t = 0; t < targets; t++) {
      // Only a stream may begin without a label.
      boolean any = s.known()[t] > 0;
      mu[t] = any ? s.mean()[t] : 0;
      psi[t] = any ? Math.max(s.variance()[t], 1e-3) : 1;
    }
    return new Factors(config.rank(), mu, new double[targets * config.rank()], psi);
  }

  /** The member that predicts labels from joint factors. */
  public static LikelihoodMember member(Factors f, int features) {
    int d = f.d();
    return new LikelihoodMember(
        f.columns(0, features),
        Arrays.copyOfRange(f.mu(), features, f.columns()),
        Arrays.copyOfRange(f.V(), features * d, f.columns() * d),
        Arrays.copyOfRange(f.psi(), features, f.columns()));
  }
}
