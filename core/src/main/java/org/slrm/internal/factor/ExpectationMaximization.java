package org.slrm.internal.factor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * EM for features and labels jointly. Each round: E step, M step, whitening of the factor scores
 * (parameter expansion), and every second round a squared extrapolation. Steps that need not
 * increase the objective are proposals: when it falls, the simpler step is taken instead. So the
 * objective, the log-likelihood plus the log prior, never falls.
 */
public final class ExpectationMaximization {
  /**
   * Settings of a run.
   *
   * @param prior the prior
   * @param maxIterations at most this many E steps
   * @param tolerance relative gain of the objective below which a round does not count as progress
   * @param patience rounds in a row without progress that stop the run
   * @param expand whether to whiten the factor scores after each M step
   * @param accelerate whether to extrapolate
   */
  public record EmSettings(
      Prior prior,
      int maxIterations,
      double tolerance,
      int patience,
      boolean expand,
      boolean accelerate) {}

  /**
   * The result of a run.
   *
   * @param factors the parameters
   * @param history the objective after each accepted step
   * @param stop why it stopped
   * @param iterations E steps made
   * @param logPrior the prior's part of the last objective
   */
  public record Result(
      Factors factors, List<Double> history, String stop, int iterations, double logPrior) {
    /** This run with other parameters. */
    public Result with(Factors other) {
      return new Result(other, history, stop, iterations, logPrior);
    }

    /** The last objective. */
    public double objective() {
      return history.get(history.size() - 1);
    }
  }

  /** Fractions of a proposed step, the smallest first. */
  public static final double[] STEP_FRACTIONS = {1.0 / 64, 1.0 / 16, 1.0 / 4};

  private final LikelihoodRows rows;
  private final int features;
  private final double[] omega;
  private final EmSettings settings;
  private final MaximizationStep maximization;

  /** A run over rows of this number of columns: features first, then labels with weight ω. */
  public ExpectationMaximization(
      LikelihoodRows rows, int columns, double supervision, EmSettings settings) {
    this.rows = rows;
    this.features = rows.features();
    this.settings = settings;
    omega = omega(columns, features, supervision);
    maximization = new MaximizationStep(settings.prior(), omega, features);
  }

  /** Weight of each column: 1 for features, the supervision weight for labels. */
  public static double[] omega(int columns, int features, double supervision) {
    double[] omega = new double[columns];
    Arrays.fill(omega, 0, features, 1);
    Arrays.fill(omega, features, columns, supervision);
    return omega;
  }

  /** Runs from the given parameters until it stops. */
  public Result run(Factors start, FitListener listener) {
    return new Run(settings.prior().constrained(start, features)).result(listener);
  }

  /** The state of one run: the latest accepted parameters and proposals for the next ones. */
  private final class Run {
    private final List<Double> history = new ArrayList<>();
    private final Deque<Factors> fallbacks = new ArrayDeque<>();
    private Factors theta;
    private Factors accepted;
    private @Nullable Factors before;
    private double last = Double.NEGATIVE_INFINITY;
    private double logPrior;
    private int stalledRounds;

    private Run(Factors start) {
      theta = start;
      accepted = start;
    }

    private Result result(FitListener listener) {
      int most = settings.maxIterations();
      for (int step = 1; step <= most; step++) {
        LikelihoodRows.Round round = rows.round(theta, omega, maximization);
        double prior = settings.prior().logDensity(theta, features);
        double objective = round.objective() + prior;
        if (!(objective >= last) && !fallbacks.isEmpty()) {
          theta = fallbacks.pop();
          before = null;
          continue;
        }
        if (!(objective >= last) && step > 1) {
          return stopped("objective rose no more than rounding", step);
        }
        accept(objective, prior);
        if (stalledRounds >= settings.patience()) {
          return stopped(convergenceMessage(settings.tolerance(), settings.patience()), step);
        }
        var progress =
            new FitListener.Progress("likelihood", (double) step / most, step, Double.NaN);
        if (!listener.onProgress(progress)) {
          return stopped(FitRecord.STOPPED, step);
        }
        propose(round);
      }
      // Only accepted proposals are returned.
      accepted = fallbacks.isEmpty() ? theta : fallbacks.peekLast();
      return stopped("limit of " + most + " iterations reached", most);
    }

    private void accept(double objective, double prior) {
      boolean stalled = objective - last < settings.tolerance() * (1 + Math.abs(objective));
      stalledRounds = stalled ? stalledRounds + 1 : 0;
      accepted = theta;
      history.add(objective);
      last = objective;
      logPrior = prior;
    }

    /** The next parameters: every second round a squared extrapolation, else an M step. */
    private void propose(LikelihoodRows.Round round) {
      Factors next = step(round, theta, fallbacks);
      Factors extrapolation =
          before == null ? null : ParameterExtrapolation.squared(before, theta, next);
      if (extrapolation != null) {
        fallbacks.push(next);
      }
      before = extrapolation != null || !settings.accelerate() ? null : theta;
      theta = extrapolation != null ? settings.prior().constrained(extrapolation, features) : next;
    }

    private Result stopped(String reason, int steps) {
      return new Result(accepted, history, reason, steps, logPrior);
    }
  }

  /** The reason to stop after {@code patience} rounds with a gain below the tolerance. */
  public static String convergenceMessage(double tolerance, int patience) {
    return "objective gained less than %s of its size %s times in a row"
        .formatted(tolerance, patience);
  }

  /** M step and whitening. With a prior the whitening is a proposal with the M step as fallback. */
  private Factors step(LikelihoodRows.Round s, Factors theta, Deque<Factors> fallbacks) {
    fallbacks.clear();
    Factors next = s.maximized();
    if (!theta.ascends()) {
      // Entries that are not bounds give an ascent direction, so shorter steps are fallbacks.
      for (double fraction : STEP_FRACTIONS) {
        fallbacks.push(theta.towards(next, fraction));
      }
    }
    Whitening w = settings.expand() ? s.whitening() : null;
    if (w == null) {
      return next;
    }
    if (!settings.prior().flat() || !fallbacks.isEmpty()) {
      fallbacks.push(next);
    }
    return next.transformed(w.R(), w.nu());
  }
}
