package org.slrm.internal.factor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * EM for features and labels together. Each round: E step, M step, whitening of the codes
 * (parameter expansion), and every second round a squared extrapolation. A step that is not an
 * exact ascent is a proposal: when the objective falls, the plainer step is taken instead. So the
 * objective, the log-likelihood plus the log prior, never falls.
 */
public final class ExpectationMaximization {
  /**
   * How to run it.
   *
   * @param prior what is assumed
   * @param maxIterations at most this many E steps
   * @param tolerance stop when the objective gained less than this, relative to its size
   * @param patience in as many rounds in a row
   * @param expand whiten the codes after each M step
   * @param accelerate extrapolate
   */
  public record Settings(
      Prior prior,
      int maxIterations,
      double tolerance,
      int patience,
      boolean expand,
      boolean accelerate) {}

  /**
   * The end of a run.
   *
   * @param factors the parameters
   * @param history the objective after each accepted step
   * @param stop why it stopped
   * @param iterations E steps made
   * @param logPrior the prior's part of the last objective
   */
  public record Result(
      Factors factors, List<Double> history, String stop, int iterations, double logPrior) {
    /** The last objective. */
    public double objective() {
      return history.get(history.size() - 1);
    }
  }

  /** Shares of a step that is no ascent by itself, the shortest first. */
  public static final double[] SHORTER = {1.0 / 64, 1.0 / 16, 1.0 / 4};

  private final LikelihoodRows rows;
  private final int features;
  private final double[] omega;
  private final Settings settings;
  private final MaximizationStep maximization;

  /** A run over rows of as many columns: first the features, then labels that count ω times. */
  public ExpectationMaximization(
      LikelihoodRows rows, int columns, double supervision, Settings settings) {
    this.rows = rows;
    this.features = rows.features();
    this.settings = settings;
    omega = omega(columns, features, supervision);
    maximization = new MaximizationStep(settings.prior(), omega, features);
  }

  /** A run over the rows of a plan. */
  ExpectationMaximization(
      RowPlan plan, int features, double supervision, Settings settings, Workers workers) {
    this(new LocalRows(plan, features, workers), plan.z.columns(), supervision, settings);
  }

  /** How often each column counts: features once, labels as often as supervision says. */
  public static double[] omega(int columns, int features, double supervision) {
    double[] omega = new double[columns];
    Arrays.fill(omega, 0, features, 1);
    Arrays.fill(omega, features, columns, supervision);
    return omega;
  }

  /** Runs from the given parameters until it stops. */
  public Result run(Factors start, FitListener listener) {
    List<Double> history = new ArrayList<>();
    Deque<Factors> plainer = new ArrayDeque<>();
    Factors theta = settings.prior().admitted(start, features);
    Factors best = theta;
    Factors before = null;
    double last = Double.NEGATIVE_INFINITY;
    double logPrior = 0;
    int calm = 0;
    for (int step = 1; step <= settings.maxIterations(); step++) {
      LikelihoodRows.Round s = rows.round(theta, omega, maximization);
      double prior = settings.prior().logDensity(theta, features);
      double objective = s.objective() + prior;
      if (!(objective >= last) && !plainer.isEmpty()) {
        theta = plainer.pop();
        before = null;
        continue;
      }
      if (!(objective >= last) && step > 1) {
        return new Result(best, history, "objective rose no more than rounding", step, logPrior);
      }
      best = theta;
      history.add(objective);
      calm = objective - last < settings.tolerance() * (1 + Math.abs(objective)) ? calm + 1 : 0;
      last = objective;
      logPrior = prior;
      if (calm >= settings.patience()) {
        return new Result(theta, history, calmly(), step, logPrior);
      }
      double done = (double) step / settings.maxIterations();
      if (!listener.onProgress(new FitListener.Progress("likelihood", done, step, Double.NaN))) {
        return new Result(theta, history, FitRecord.STOPPED, step, logPrior);
      }
      Factors next = step(s, theta, plainer);
      Factors jump = before == null ? null : ParameterExtrapolation.squared(before, theta, next);
      if (jump != null) {
        plainer.push(next);
      }
      before = jump != null || !settings.accelerate() ? null : theta;
      theta = jump != null ? settings.prior().admitted(jump, features) : next;
    }
    // Proposals nobody has checked are not handed out.
    Factors safe = plainer.isEmpty() ? theta : plainer.peekLast();
    return new Result(safe, history, outOfIterations(), settings.maxIterations(), logPrior);
  }

  private String outOfIterations() {
    return "ran out of " + settings.maxIterations() + " iterations";
  }

  private String calmly() {
    return "objective gained less than "
        + settings.tolerance()
        + " of its size "
        + settings.patience()
        + " times in a row";
  }

  /**
   * M step and whitening; with a prior the latter is a proposal, and the bare M step waits behind
   * it.
   */
  private Factors step(LikelihoodRows.Round s, Factors theta, Deque<Factors> plainer) {
    plainer.clear();
    Factors next = s.maximized();
    if (!theta.ascends()) {
      // Entries that are no bound give a direction of ascent: shorter steps wait behind.
      for (double share : SHORTER) {
        plainer.push(theta.towards(next, share));
      }
    }
    Whitening w = settings.expand() ? s.whitening() : null;
    if (w == null) {
      return next;
    }
    if (!settings.prior().flat() || !plainer.isEmpty()) {
      plainer.push(next);
    }
    return next.transformed(w.R(), w.nu());
  }
}
