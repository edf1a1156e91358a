package org.slrm.internal.factor.online;

/**
 * Factors by which sums fade before new rows are added. Rows are counted by column, so that sums of
 * a rare column or label fade only when new entries arrive.
 *
 * @param forgetting factor φ per row (O-1), 1 for a decaying step
 * @param exponent κ of the decaying step (O-2)
 * @param batch rows of a step
 */
public record ForgettingSchedule(double forgetting, double exponent, double batch) {

  /**
   * The factor of sums of the given weight when n rows follow {@code seen} rows: φⁿ, or the factor
   * that makes the new weight batch · t^κ after t = (seen + n) / batch steps, so that the step is
   * t^−κ.
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
