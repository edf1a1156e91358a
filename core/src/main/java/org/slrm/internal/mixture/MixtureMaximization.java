package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.List;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;

/** M step (U-3) of each component with the prior's pseudo-rows; π_k = Σ_i r_ik / n. */
public record MixtureMaximization(MaximizationStep step, ComponentPrior componentPrior) {
  /** The step of these settings with the one-component fit as prior. */
  static MixtureMaximization of(MixtureConfig config, Factors one, int features) {
    LikelihoodConfig c = config.component();
    double[] omega = ExpectationMaximization.omega(one.columns(), features, c.supervision());
    return new MixtureMaximization(
        new MaximizationStep(LikelihoodSolver.prior(c, one.d()), omega, features),
        new ComponentPrior(one, config.pseudoRows()));
  }

  /** Weight of each column. */
  double[] omega() {
    return step.omega();
  }

  /** New parameters; the prior's pseudo-rows are added to the statistics. */
  public Mixture run(MixtureStatistics s, Mixture old, Workers workers) {
    int K = s.size();
    double[] proportions = new double[K];
    double n = 0;
    for (int k = 0; k < K; k++) {
      proportions[k] = s.rows(k);
      n += proportions[k];
    }
    List<Factors> next = new ArrayList<>();
    for (int k = 0; k < K; k++) {
      proportions[k] /= n;
      componentPrior.addTo(s.component(k), old.component(k), step.omega());
      next.add(step.run(s.component(k), old.component(k), workers));
    }
    return new Mixture(proportions, next);
  }

  /** Log density of the components' parameters, up to a constant. */
  public double logPrior(Mixture mixture) {
    Prior prior = step.prior();
    double sum = 0;
    for (Factors f : mixture.components()) {
      sum += prior.logDensity(f, step.features()) + componentPrior.logDensity(f, step.omega());
    }
    return sum;
  }

  /** Whether there is no prior. */
  boolean flat() {
    return step.prior().flat() && componentPrior.rows() == 0;
  }

  /** The nearest parameters within the floors. */
  Mixture constrained(Mixture mixture) {
    return new Mixture(
        mixture.proportions(),
        mixture.components().stream()
            .map(f -> step.prior().constrained(f, step.features()))
            .toList());
  }
}
