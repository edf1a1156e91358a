package org.slrm.internal.factor.online;

/**
 * How sums fade before rows are added. Every column has its own clock, the rows that showed it, so
 * that a rare column, or a label, fades only as it is renewed.
 *
 * @param forgetting factor φ per row (O-1), 1 for a decaying step
 * @param exponent κ of the decaying step (O-2)
 * @param batch rows that make a step
 */
public record Fading(double forgetting, double exponent, double batch) {

  /**
   * What is left of sums of the given weight when n rows come after {@code seen}: φⁿ, or what makes
   * the new weight batch · t^κ after t = (seen + n) / batch steps, so that the step is t^−κ.
   */
  public double keep(double seen, double n, double weight) {
    if (forgetting < 1) {
      return StrictMath.pow(forgetting, n);
    }
    if (!(weight > 0)) {
      return 1;
    }
    double next = batch * StrictMath.pow((seen + n) / batch, exponent);
    return Math.max(0, Math.min(1, (next - n) / weight));
  }
}
