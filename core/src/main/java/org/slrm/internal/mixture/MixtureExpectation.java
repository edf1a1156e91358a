package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.List;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.Workers;

/** E step (U-2): responsibilities r_ik ∝ π_k p_k(z_i) and each component's weighted sums. */
public final class MixtureExpectation {
  private final Mixture mixture;
  private final List<ExpectationStep> steps = new ArrayList<>();

  /** A step under these parameters with column weights ω. */
  public MixtureExpectation(Mixture mixture, double[] omega) {
    this.mixture = mixture;
    mixture.components().forEach(f -> steps.add(new ExpectationStep(f, omega)));
  }

  /**
   * Component memberships of rows.
   *
   * @param r responsibilities by component and row
   * @param objective Σ_i v_i log Σ_k π_k p_k(z_i)
   */
  public record Responsibilities(double[][] r, double objective) {}

  public Responsibilities responsibilities(RowPlan plan, Workers workers) {
    int K = mixture.size();
    double[][] r = new double[K][];
    for (int k = 0; k < K; k++) {
      r[k] = steps.get(k).logLikelihoods(plan, workers);
    }
    double[] logs = new double[K];
    double objective = 0;
    for (int i = 0; i < plan.rows(); i++) {
      for (int k = 0; k < K; k++) {
        logs[k] = Math.log(mixture.proportions()[k]) + r[k][i];
      }
      objective += plan.weight(i) * Mixture.normalize(logs);
      for (int k = 0; k < K; k++) {
        r[k][i] = logs[k];
      }
    }
    return new Responsibilities(r, objective);
  }

  public MixtureStatistics run(RowPlan plan, Workers workers) {
    Responsibilities found = responsibilities(plan, workers);
    List<FactorStatistics> parts = new ArrayList<>();
    for (int k = 0; k < mixture.size(); k++) {
      double[] counted = found.r()[k];
      for (int i = 0; i < counted.length; i++) {
        counted[i] *= plan.weight(i);
      }
      parts.add(steps.get(k).run(plan.weighted(counted), workers));
    }
    return new MixtureStatistics(parts, found.objective());
  }
}
