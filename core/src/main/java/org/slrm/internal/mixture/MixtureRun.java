package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * EM for a union of subspaces. Each round: E step, M step, whitening of each component's codes. The
 * last is no exact ascent beside a prior, so it is a proposal: when the objective falls, the M step
 * alone is taken instead. The objective, the log-likelihood plus the log prior, falls only where a
 * component with too few rows is dropped.
 */
public final class MixtureRun {
  /**
   * How to run it.
   *
   * @param maxIterations at most as many E steps
   * @param tolerance stop when the objective gained less than this, relative to its size
   * @param patience in as many rounds in a row
   * @param expand whiten the codes after each M step
   * @param leastRows a component with fewer rows is dropped
   */
  public record Settings(
      int maxIterations, double tolerance, int patience, boolean expand, double leastRows) {}

  /**
   * The end of a run.
   *
   * @param mixture the parameters
   * @param history the objective after each accepted step
   * @param stop why it stopped
   * @param iterations E steps made
   * @param logPrior the prior's part of the last objective
   * @param dropped numbers of rows of components that had too few
   */
  public record Result(
      Mixture mixture,
      List<Double> history,
      String stop,
      int iterations,
      double logPrior,
      List<Double> dropped) {
    /** The last objective. */
    public double objective() {
      return history.isEmpty() ? Double.NEGATIVE_INFINITY : history.get(history.size() - 1);
    }
  }

  private final MixtureRows rows;
  private final double[] omega;
  private final MixtureMaximization maximization;
  private final Settings settings;
  private final Workers workers;

  /** A run over rows with columns that count ω times. */
  public MixtureRun(
      MixtureRows rows,
      double[] omega,
      MixtureMaximization maximization,
      Settings settings,
      Workers workers) {
    this.rows = rows;
    this.omega = omega;
    this.maximization = maximization;
    this.settings = settings;
    this.workers = workers;
  }

  /** Runs from the given parameters until it stops. */
  public Result run(Mixture start, FitListener listener) {
    List<Double> history = new ArrayList<>();
    List<Double> dropped = new ArrayList<>();
    Mixture theta = maximization.admitted(start);
    Mixture best = theta;
    Mixture plainer = null;
    double last = Double.NEGATIVE_INFINITY;
    double logPrior = 0;
    int calm = 0;
    int step = 1;
    for (; step <= settings.maxIterations(); step++) {
      MixtureStatistics s = rows.sums(theta, omega);
      int[] kept = enough(s, dropped);
      if (kept.length < s.size()) {
        theta = theta.only(kept);
        plainer = null;
        last = Double.NEGATIVE_INFINITY;
        continue;
      }
      double prior = maximization.logPrior(theta);
      double objective = s.objective() + prior;
      if (!(objective >= last) && plainer != null) {
        theta = plainer;
        plainer = null;
        continue;
      }
      if (!(objective >= last) && last > Double.NEGATIVE_INFINITY) {
        String why = "objective rose no more than rounding";
        return new Result(best, history, why, step, logPrior, dropped);
      }
      calm = objective - last < settings.tolerance() * (1 + Math.abs(objective)) ? calm + 1 : 0;
      best = theta;
      history.add(objective);
      last = objective;
      logPrior = prior;
      if (calm >= settings.patience()) {
        return new Result(theta, history, calmly(), step, logPrior, dropped);
      }
      double done = (double) step / settings.maxIterations();
      if (!listener.onProgress(new FitListener.Progress("mixture", done, step, objective))) {
        return new Result(theta, history, FitRecord.STOPPED, step, logPrior, dropped);
      }
      Mixture next = maximization.run(s, theta, workers);
      Mixture white = settings.expand() ? whitened(next, s) : null;
      plainer = white == null || maximization.flat() ? null : next;
      theta = white == null ? next : white;
    }
    String why = "ran out of " + settings.maxIterations() + " iterations";
    return new Result(plainer == null ? theta : plainer, history, why, step - 1, logPrior, dropped);
  }

  private String calmly() {
    return "objective gained less than "
        + settings.tolerance()
        + " of its size "
        + settings.patience()
        + " times in a row";
  }

  /** Components with rows enough, or the one that has most; the others are noted. */
  private int[] enough(MixtureStatistics s, List<Double> dropped) {
    int most = 0;
    for (int k = 1; k < s.size(); k++) {
      most = s.rows(k) > s.rows(most) ? k : most;
    }
    int largest = most;
    int[] kept =
        IntStream.range(0, s.size())
            .filter(k -> k == largest || s.rows(k) >= settings.leastRows())
            .toArray();
    IntStream.range(0, s.size())
        .filter(k -> k != largest && !(s.rows(k) >= settings.leastRows()))
        .forEach(k -> dropped.add(s.rows(k)));
    return kept;
  }

  /** Every component with its codes whitened; null when one cannot be. */
  private static @Nullable Mixture whitened(Mixture next, MixtureStatistics s) {
    List<Factors> white = new ArrayList<>();
    for (int k = 0; k < s.size(); k++) {
      Whitening w = Whitening.of(s.component(k));
      if (w == null) {
        return null;
      }
      white.add(next.component(k).transformed(w.R(), w.nu()));
    }
    return new Mixture(next.share(), white);
  }
}
