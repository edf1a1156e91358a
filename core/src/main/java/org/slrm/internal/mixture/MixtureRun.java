package org.slrm.internal.mixture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.ParameterExtrapolation;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * EM for a mixture of factor analysers. Each round: E step, M step, whitening of each component's
 * factor scores, and every second round a squared extrapolation of each component. Steps that need
 * not increase the objective are proposals: when it falls, the simpler step is taken instead. The
 * objective, the log-likelihood plus the log prior, falls only where a component with too few rows
 * is dropped.
 *
 * @param omega column weights ω
 */
public record MixtureRun(
    MixtureRows rows,
    double[] omega,
    MixtureMaximization maximization,
    MixtureSettings settings,
    Workers workers) {
  /**
   * How to run it.
   *
   * @param maxIterations at most this many E steps
   * @param tolerance relative gain of the objective below which a round does not count as progress
   * @param patience rounds in a row without progress that stop the run
   * @param expand whether to whiten the factor scores after each M step, and to extrapolate
   * @param minRows a component with fewer rows is dropped
   */
  public record MixtureSettings(
      int maxIterations, double tolerance, int patience, boolean expand, double minRows) {}

  /**
   * The result of a run.
   *
   * @param mixture the parameters
   * @param history the objective after each accepted step
   * @param stop why it stopped
   * @param iterations E steps made
   * @param logPrior the prior's part of the last objective
   */
  public record MixtureResult(
      Mixture mixture, List<Double> history, String stop, int iterations, double logPrior) {
    /** The last objective. */
    public double objective() {
      return history.isEmpty() ? Double.NEGATIVE_INFINITY : history.get(history.size() - 1);
    }
  }

  /** Runs from the given parameters until it stops. */
  public MixtureResult run(Mixture start, FitListener listener) {
    RunState state = new RunState(maximization.constrained(start));
    for (int step = 1; step <= settings.maxIterations(); step++) {
      String stop = state.step(step, listener);
      if (stop != null) {
        return state.result(stop, step);
      }
    }
    String stop = "limit of " + settings.maxIterations() + " iterations reached";
    return state.result(stop, settings.maxIterations());
  }

  /** The state of a run. */
  private final class RunState {
    private final List<Double> history = new ArrayList<>();
    private final Deque<Mixture> fallbacks = new ArrayDeque<>();
    private Mixture theta;
    private Mixture best;
    private @Nullable Mixture before;
    private double last = Double.NEGATIVE_INFINITY;
    private double logPrior;
    private int stalledRounds;

    RunState(Mixture start) {
      theta = start;
      best = start;
    }

    MixtureResult result(String stop, int iterations) {
      return new MixtureResult(best, history, stop, iterations, logPrior);
    }

    /** One E step and its consequences; the reason to stop, null to continue. */
    @Nullable String step(int step, FitListener listener) {
      MixtureStatistics s = rows.sums(theta, omega);
      int[] retained = withEnoughRows(s);
      if (retained.length < s.size()) {
        begin(theta.only(retained));
        return null;
      }
      double prior = maximization.logPrior(theta);
      double objective = s.objective() + prior;
      if (!(objective >= last) && !fallbacks.isEmpty()) {
        theta = fallbacks.pop();
        before = null;
        return null;
      }
      if (!(objective >= last) && last > Double.NEGATIVE_INFINITY) {
        return "objective rose no more than rounding";
      }
      stalledRounds =
          objective - last < settings.tolerance() * (1 + Math.abs(objective))
              ? stalledRounds + 1
              : 0;
      best = theta;
      history.add(objective);
      last = objective;
      logPrior = prior;
      if (stalledRounds >= settings.patience()) {
        return ExpectationMaximization.convergenceMessage(
            settings.tolerance(), settings.patience());
      }
      double done = (double) step / settings.maxIterations();
      // A non-finite objective is a result, not an exception.
      if (!listener.onProgress(new FitListener.Progress("mixture", done, step, Double.NaN))) {
        return FitRecord.STOPPED;
      }
      propose(s);
      return null;
    }

    /** Continues with fewer components, which have another objective. */
    private void begin(Mixture fewer) {
      theta = fewer;
      best = fewer;
      fallbacks.clear();
      before = null;
      last = Double.NEGATIVE_INFINITY;
    }

    /** M step, whitening, extrapolation; the simpler proposals are fallbacks. */
    private void propose(MixtureStatistics s) {
      fallbacks.clear();
      Mixture next = maximization.run(s, theta, workers);
      if (!theta.component(0).ascends()) {
        for (double fraction : ExpectationMaximization.STEP_FRACTIONS) {
          fallbacks.push(theta.towards(next, fraction));
        }
      }
      Mixture whitened = settings.expand() ? whitened(next, s) : null;
      if (whitened != null && (!maximization.flat() || !fallbacks.isEmpty())) {
        fallbacks.push(next);
      }
      next = whitened == null ? next : whitened;
      Mixture extrapolation = before == null ? null : extrapolated(before, theta, next);
      if (extrapolation != null) {
        fallbacks.push(next);
      }
      before = extrapolation != null || !settings.expand() ? null : theta;
      theta = extrapolation == null ? next : maximization.constrained(extrapolation);
    }

    /** Components with enough rows, or the largest one. */
    private int[] withEnoughRows(MixtureStatistics s) {
      int largest = IntStream.range(0, s.size()).reduce(0, (a, k) -> s.rows(k) > s.rows(a) ? k : a);
      return IntStream.range(0, s.size())
          .filter(k -> k == largest || s.rows(k) >= settings.minRows())
          .toArray();
    }
  }

  /** Every component with whitened factor scores; null when one is singular. */
  private static @Nullable Mixture whitened(Mixture next, MixtureStatistics s) {
    List<Factors> whitened = new ArrayList<>();
    for (int k = 0; k < s.size(); k++) {
      Whitening w = Whitening.of(s.component(k));
      if (w == null) {
        return null;
      }
      whitened.add(next.component(k).transformed(w.R(), w.nu()));
    }
    return new Mixture(next.proportions(), whitened);
  }

  /** Extrapolates each component; the mixing proportions are those of the last step. */
  private static Mixture extrapolated(Mixture s0, Mixture s1, Mixture s2) {
    List<Factors> extrapolated = new ArrayList<>();
    for (int k = 0; k < s2.size(); k++) {
      extrapolated.add(
          ParameterExtrapolation.squared(s0.component(k), s1.component(k), s2.component(k)));
    }
    return new Mixture(s2.proportions(), extrapolated);
  }
}
