package org.slrm.method;

import org.slrm.Transduction;
import org.slrm.data.Checks;

/**
 * Settings of {@link Transduction}. Not a {@code MethodConfig}: there is no model that could be
 * asked about further rows.
 *
 * <pre>{@code
 * TransductionConfig config = TransductionConfig.defaults().withLabelWeight(4);
 * }</pre>
 *
 * @param penalty weight of the nuclear norm as a share of the largest singular value of the
 *     zero-filled table; 0 chooses it by labels held out
 * @param labelWeight weight of a label entry against a feature entry; 0 chooses 1 or 4
 * @param heldOut share of the labelled rows held out to choose by
 * @param tolerance largest relative change of the table at which a penalty is done
 * @param iterations the most fixed-point steps for one penalty
 */
public record TransductionConfig(
    double penalty, double labelWeight, double heldOut, double tolerance, int iterations) {

  /** Checks the settings. */
  public TransductionConfig {
    Checks.inHalfOpen("penalty", penalty, 0, 1);
    Checks.notNegative("labelWeight", labelWeight);
    Checks.inHalfOpen("heldOut", heldOut, 0, 1);
    Checks.positive("heldOut", heldOut);
    Checks.positive("tolerance", tolerance);
    Checks.atLeast("iterations", iterations, 1);
  }

  /** Penalty and label weight by a fifth of the labelled rows. */
  public static TransductionConfig defaults() {
    return new TransductionConfig(0, 0, 0.2, 1e-4, 200);
  }

  /** The same with the penalty given instead of chosen. */
  public TransductionConfig withPenalty(double value) {
    return new TransductionConfig(value, labelWeight, heldOut, tolerance, iterations);
  }

  /** The same with the label weight given instead of chosen. */
  public TransductionConfig withLabelWeight(double value) {
    return new TransductionConfig(penalty, value, heldOut, tolerance, iterations);
  }

  /** The same with another tolerance and limit of steps. */
  public TransductionConfig withTolerance(double value, int steps) {
    return new TransductionConfig(penalty, labelWeight, heldOut, value, steps);
  }
}
