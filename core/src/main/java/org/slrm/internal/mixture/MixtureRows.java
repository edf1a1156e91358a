package org.slrm.internal.mixture;

import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.Workers;

/**
 * The rows of a fit, wherever they are kept: all a fit asks of them are sums, made in a fixed order
 * so that equal questions get equal bytes.
 */
@FunctionalInterface
public interface MixtureRows {
  /** The E step with columns counting ω times. */
  MixtureStatistics sums(Mixture mixture, double[] omega);

  /** Rows in the memory of this machine, shared out among threads. */
  static MixtureRows local(RowPlan plan, Workers workers) {
    return (mixture, omega) -> new MixtureExpectation(mixture, omega).run(plan, workers);
  }
}
