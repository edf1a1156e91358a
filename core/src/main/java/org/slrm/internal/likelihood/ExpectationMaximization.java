package org.slrm.internal.likelihood;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.slrm.FitListener;
import org.slrm.internal.Workers;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;

/**
 * EM for features and labels together. Each round: E step, M step, whitening of the codes
 * (parameter expansion), and every second round a squared extrapolation. A step that is not an
 * exact ascent is a proposal: when the objective falls, the plain step is taken instead. So the
 * objective never falls.
 */
public final class ExpectationMaximization {
  /**
   * How to run it.
   *
   * @param prior what is assumed
   * @param maxIterations at most as many E steps
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
   * Parameters with the precisions of the loadings' prior.
   *
   * @param factors the parameters
   * @param lambda prior precision of the features' loadings, by direction
   * @param labelLambda that of the labels' loadings
   */
  public record State(Factors factors, double[] lambda, double labelLambda) {}

  /**
   * The end of a run.
   *
   * @param state the parameters
   * @param history the objective after each accepted step
   * @param stop why it stopped
   * @param iterations E steps made
   */
  public record Result(State state, List<Double> history, String stop, int iterations) {}

  private final RowPlan plan;
  private final int features;
  private final double[] omega;
  private final Settings settings;
  private final MaximizationStep maximization;
  private final Workers workers;

  /**
   * A run over the rows of a plan, the first {@code features} columns being features, the others
   * labels of weight ω.
   */
  ExpectationMaximization(
      RowPlan plan, int features, double supervision, Settings settings, Workers workers) {
    this.plan = plan;
    this.features = features;
    this.settings = settings;
    this.workers = workers;
    omega = new double[plan.z.columns()];
    Arrays.fill(omega, 0, features, 1);
    Arrays.fill(omega, features, omega.length, supervision);
    maximization = new MaximizationStep(settings.prior(), omega, features);
  }

  /** The starting state for given factors. */
  State start(Factors f) {
    double[] lambda = new double[f.d()];
    Arrays.fill(lambda, settings.prior().loadingStrength());
    return new State(f, lambda, settings.prior().loadingStrength());
  }

  /** Runs from a state until it stops. */
  Result run(State from, FitListener listener) {
    List<Double> history = new ArrayList<>();
    State theta = from;
    Deque<State> fallbacks = new ArrayDeque<>();
    State before = null;
    double last = Double.NEGATIVE_INFINITY;
    int calm = 0;
    int step = 0;
    for (; step < settings.maxIterations(); step++) {
      FactorStatistics s = new ExpectationStep(theta.factors(), omega).run(plan, workers);
      double objective = s.objective() + priorTerm(theta);
      if (!fallbacks.isEmpty() && !(objective >= last)) {
        theta = fallbacks.pop();
        before = null;
        continue;
      }
      history.add(objective);
      calm = objective - last < settings.tolerance() * (1 + Math.abs(objective)) ? calm + 1 : 0;
      last = objective;
      if (calm >= settings.patience()) {
        return new Result(
            theta,
            history,
            "objective gained less than "
                + settings.tolerance()
                + " of its size "
                + settings.patience()
                + " times in a row",
            step + 1);
      }
      double done = (step + 1.0) / settings.maxIterations();
      if (!listener.onProgress(new FitListener.Progress("likelihood", done, step + 1, objective))) {
        return new Result(theta, history, "stopped by the listener", step + 1);
      }
      State plain = maximize(s, theta);
      State next = settings.expand() ? expanded(s, plain) : plain;
      fallbacks.clear();
      if (next != plain && settings.prior().uncertainLoadings()) {
        fallbacks.push(plain);
      }
      if (settings.accelerate() && before != null) {
        State jump = Extrapolation.squared(before, theta, next);
        fallbacks.push(next);
        before = null;
        theta = jump;
      } else {
        before = theta;
        theta = next;
      }
    }
    return new Result(theta, history, "reached " + settings.maxIterations() + " iterations", step);
  }

  private State maximize(FactorStatistics s, State theta) {
    Factors f = maximization.run(s, theta.factors(), theta.lambda(), theta.labelLambda(), workers);
    return learntPrior(f, theta);
  }

  /** With uncertain loadings the prior precisions follow them: λ_k = D / Σ_j (V_jk² + C_jkk). */
  private State learntPrior(Factors f, State theta) {
    double[] C = f.C();
    if (C == null) {
      return new State(f, theta.lambda(), theta.labelLambda());
    }
    int d = f.d();
    int q = Packed.length(d);
    double[] sum = new double[d];
    double labels = 0;
    for (int j = 0; j < f.columns(); j++) {
      for (int k = 0; k < d; k++) {
        double square = f.V()[j * d + k] * f.V()[j * d + k] + C[j * q + Packed.at(k, k)];
        if (j < features) {
          sum[k] += square;
        } else {
          labels += square;
        }
      }
    }
    for (int k = 0; k < d; k++) {
      sum[k] = features / Math.max(sum[k], 1e-12 * features);
    }
    double labelLambda = (f.columns() - features) * d / Math.max(labels, 1e-12);
    return new State(f, sum, f.columns() == features ? theta.labelLambda() : labelLambda);
  }

  /**
   * Codes of mean 0 and covariance I (L-4); with a learnt prior also turned to principal axes of
   * the loadings.
   */
  private State expanded(FactorStatistics s, State theta) {
    Factors f = theta.factors();
    int d = f.d();
    Whitening w = Whitening.of(s);
    if (w == null) {
      return theta;
    }
    Factors white = f.transformed(w.R(), w.nu());
    if (f.C() != null) {
      white = white.transformed(Whitening.principalAxes(white, features), new double[d]);
    }
    return learntPrior(white, theta);
  }

  /**
   * Log prior of point estimates, or minus the divergence of uncertain loadings from their prior.
   */
  private double priorTerm(State theta) {
    Factors f = theta.factors();
    int d = f.d();
    double sum = 0;
    double kappa = settings.prior().noiseStrength();
    for (int j = 0; kappa > 0 && j < f.columns(); j++) {
      if (!(settings.prior().isotropic() && j > 0 && j < features)) {
        sum -= kappa / 2 * (Math.log(f.psi()[j]) + settings.prior().noiseMean() / f.psi()[j]);
      }
    }
    double[] C = f.C();
    int q = Packed.length(d);
    SpdFactor factor = C == null ? null : new SpdFactor(d);
    for (int j = 0; j < f.columns(); j++) {
      for (int k = 0; k < d; k++) {
        double lambda = j < features ? theta.lambda()[k] : theta.labelLambda();
        double square = f.V()[j * d + k] * f.V()[j * d + k];
        if (C != null) {
          square += C[j * q + Packed.at(k, k)];
          sum += 0.5 * (Math.log(lambda) + 1);
        }
        sum -= 0.5 * lambda * square;
      }
      if (factor != null && C != null) {
        sum += factor.factor(C, j * q) ? 0.5 * factor.logDeterminant() : Double.NEGATIVE_INFINITY;
      }
    }
    return sum;
  }
}
