package org.slrm.internal.masking;

import java.io.Serializable;

/**
 * The probability that a feature is missing, given its value x:
 *
 * <pre>P(missing | x) = exp(c₀ + c₁x + c₂x²) = K exp(−(x − m)²/(2t)),   c₂ ≤ 0</pre>
 *
 * with t = −1/(2c₂), m = c₁t and K = exp(c₀ + m²/(2t)). With c₁ = c₂ = 0 missingness does not
 * depend on x.
 *
 * @param c0 constant
 * @param c1 linear coefficient
 * @param c2 quadratic coefficient, at most 0
 */
public record MaskingCurve(double c0, double c1, double c2) implements Serializable {
  /** A curve with height K, center m and width t. */
  public static MaskingCurve of(double height, double center, double width) {
    return new MaskingCurve(
        Math.log(height) - center * center / (2 * width), center / width, -1 / (2 * width));
  }

  /** Missingness that does not depend on the value, for this fraction of missing entries. */
  public static MaskingCurve ignorable(double fraction) {
    return new MaskingCurve(Math.log(fraction), 0, 0);
  }

  /** Whether missingness depends on the value. */
  public boolean selective() {
    return c1 != 0 || c2 != 0;
  }

  /** 1/t. */
  public double precision() {
    return -2 * c2;
  }

  /** K, the highest probability. */
  public double height() {
    return c2 < 0 ? Math.exp(c0 - c1 * c1 / (4 * c2)) : Math.exp(c0);
  }

  /** m, the value that is missing most often. */
  public double center() {
    return -c1 / (2 * c2);
  }

  /** log P(missing | x). */
  public double logProbability(double x) {
    return c0 + x * (c1 + x * c2);
  }

  /** Σ log P(observed | x) − log P(missing | x) over the observed values. */
  public double logOdds(ObservedValues observed) {
    double sum = 0;
    for (int b = 0; b < observed.value().length; b++) {
      double u = logProbability(observed.value()[b]);
      sum += observed.weight()[b] * (Math.log(-Math.expm1(u)) - u);
    }
    return sum;
  }
}
