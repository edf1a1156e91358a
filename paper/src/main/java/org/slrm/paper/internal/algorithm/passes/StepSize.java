package org.slrm.paper.internal.algorithm.passes;

/**
 * Step sizes (S-6): η_t = ρ for t ≤ T₀, then ρ T₀/t.
 *
 * @param rho the constant step size
 * @param constantRounds T₀
 */
public record StepSize(double rho, long constantRounds) {
  /** Step size of round t, counted from 1; a row of weight q is q rounds. */
  public double at(double t) {
    return t <= constantRounds ? rho : rho * constantRounds / t;
  }
}
