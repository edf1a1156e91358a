package org.slrm.internal.mixture;

import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.Workers;

/** The rows of a fit, wherever they are stored, by sums over them in a fixed order. */
@FunctionalInterface
public interface MixtureRows {
  /** The E step with column weights ω. */
  MixtureStatistics sums(Mixture mixture, double[] omega);

  /** Rows in memory, divided among threads. */
  static MixtureRows local(RowPlan plan, Workers workers) {
    return (mixture, omega) -> new MixtureExpectation(mixture, omega).run(plan, workers);
  }
}
