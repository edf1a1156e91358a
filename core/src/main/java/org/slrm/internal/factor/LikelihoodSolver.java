package org.slrm.internal.factor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Label;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.FitListener;

/** The likelihood method: EM from the leading directions, with labels as further columns. */
public final class LikelihoodSolver {
  /** Iterations of EM between two updates of the mechanism. */
  private static final int CYCLE = 3;

  private final LikelihoodConfig config;
  private final int maxIterations;

  /** A solver with the configured number of iterations. */
  public LikelihoodSolver(LikelihoodConfig config) {
    this(config, config.stopping().maxIterations());
  }

  /** A solver with another number of iterations. */
  public LikelihoodSolver(LikelihoodConfig config, int maxIterations) {
    this.config = config.plain();
    this.maxIterations = maxIterations;
  }

  /** Number of factors. */
  public int rank() {
    return config.rank();
  }

  /**
   * Fits features and labels jointly, from a start if one is given: parameters of the same rank for
   * features and labels, such as the first factors of a larger fit in its canonical basis; or for
   * features alone.
   */
  public ExpectationMaximization.Result joint(
      TrainingData data, @Nullable Factors start, FitContext context) {
    LikelihoodRows rows = rows(data.x().besides(data.y()), data, context);
    return joint(rows, data.kinds(), start, context.listener());
  }

  /** Fits rows stored elsewhere, with labels of these losses after the features. */
  public ExpectationMaximization.Result joint(
      LikelihoodRows rows, List<Label> kinds, @Nullable Factors start, FitListener listener) {
    Factors known = start != null ? start : start(rows);
    Factors from = known.columns() == rows.features() ? known.with(labels(rows, kinds)) : known;
    return run(rows, from, config.supervision(), listener);
  }

  /** Fits the features alone, from a start if one is given. */
  public ExpectationMaximization.Result labelFree(
      TrainingData data, @Nullable Factors start, FitContext context) {
    return labelFree(rows(data.x(), data, context), start, context.listener());
  }

  /** Fits the features of rows stored elsewhere. */
  public ExpectationMaximization.Result labelFree(
      LikelihoodRows rows, @Nullable Factors start, FitListener listener) {
    return run(rows, start != null ? start : start(rows), 1, listener);
  }

  private LikelihoodRows rows(IncompleteMatrix z, TrainingData data, FitContext context) {
    long bytes = FactorStatistics.bytes(z.columns(), config.rank());
    RowPlan plan = new RowPlan(z, data.weights(), bytes);
    return new LocalRows(plan, data.x().columns(), context.workers());
  }

  private ExpectationMaximization.Result run(
      LikelihoodRows rows, Factors start, double omega, FitListener listener) {
    if (config.selfMasking() && rows instanceof RowStatistics each) {
      return selfMasked(each, start, omega, listener);
    }
    Factors from = start.masked(List.of());
    return em(rows, from, omega, maxIterations).run(from, listener);
  }

  private ExpectationMaximization em(
      LikelihoodRows rows, Factors start, double omega, int iterations) {
    var settings =
        new ExpectationMaximization.EmSettings(
            prior(config, start.d()),
            iterations,
            config.stopping().tolerance(),
            config.stopping().patience(),
            true,
            config.accelerate());
    return new ExpectationMaximization(rows, start.columns(), omega, settings);
  }

  /**
   * Expectation conditional maximization: a few iterations of EM given the mechanism, then the
   * mechanism given the moments of the missing entries (N-4), in turns. In the second half of the
   * iterations, features keep a curve only where the likelihood gains from it.
   */
  private ExpectationMaximization.Result selfMasked(
      RowStatistics rows, Factors start, double omega, FitListener listener) {
    ObservedValues[] observed = rows.observedValues();
    boolean known = !start.curves().isEmpty();
    SelfMasking masking =
        known ? new SelfMasking(start.curves(), observed) : SelfMasking.ignorable(observed);
    Factors theta = known ? SelfMasking.allValues(start) : start;
    List<Double> history = new ArrayList<>();
    double last = Double.NEGATIVE_INFINITY;
    double logPrior = 0;
    int iterations = 0;
    int stalled = 0;
    String stop = "limit of " + maxIterations + " iterations reached";
    while (iterations < maxIterations) {
      SelfMaskingRows given = new SelfMaskingRows(rows, masking);
      int cycle = Math.min(CYCLE, maxIterations - iterations);
      ExpectationMaximization.Result result =
          em(given, theta, omega, cycle).run(theta, progress(listener, iterations));
      theta = result.factors();
      logPrior = result.logPrior();
      iterations += result.iterations();
      double minGain = config.stopping().tolerance() * (1 + Math.abs(last));
      stalled = result.objective() - last < minGain ? stalled + 1 : 0;
      last = result.objective();
      history.add(last);
      if (FitRecord.STOPPED.equals(result.stop())) {
        stop = FitRecord.STOPPED;
        break;
      }
      masking = masking.updated(given.moments(), 2 * iterations > maxIterations || stalled > 0);
      if (stalled >= config.stopping().patience()) {
        stop = "objective gained less than " + config.stopping().tolerance() + " of its size";
        break;
      }
    }
    return new ExpectationMaximization.Result(
        masking.conditional(theta), history, stop, iterations, logPrior);
  }

  /** Reports the progress of one cycle as progress of the whole fit. */
  private FitListener progress(FitListener listener, int before) {
    return p -> {
      int step = before + p.step();
      double fraction = (double) step / maxIterations;
      return listener.onProgress(
          new FitListener.Progress("likelihood", fraction, step, Double.NaN));
    };
  }

  /** λ = loadingPrior · d: the prior variance of a column's loadings sums to 1/loadingPrior. */
  public static Prior prior(LikelihoodConfig config, int d) {
    return new Prior(
        config.noise() == LikelihoodConfig.Noise.ISOTROPIC,
        config.priors().loading() * d,
        config.priors().noise(),
        0.1,
        config.priors().noiseFloor());
  }

  private Factors start(LikelihoodRows rows) {
    Checks.between("rank", config.rank(), 1, Math.min(rows.rows(), rows.features()));
    // The start does not use the seed, so that results do not depend on it.
    return Start.of(rows, config.rank(), 1);
  }

  /** Label columns without loadings: the first E step is label-free. */
  private Factors labels(LikelihoodRows rows, List<Label> kinds) {
    int targets = kinds.size();
    ColumnStatistics s = rows.statistics();
    double[] mu = new double[targets];
    double[] psi = new double[targets];
    for (int t = 0; t < targets; t++) {
      int j = rows.features() + t;
      // Only a stream may start without a label.
      boolean any = s.known(j) > 0;
      mu[t] = any ? kinds.get(t).link(s.mean(j)) : 0;
      psi[t] = any ? kinds.get(t).startNoise(s.variance(j)) : 1;
    }
    return new Factors(config.rank(), mu, new double[targets * config.rank()], psi, kinds);
  }
}
