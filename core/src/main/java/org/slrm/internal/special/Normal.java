package org.slrm.internal.special;

import java.util.function.DoubleUnaryOperator;

/** The standard normal distribution. */
public final class Normal {
  /** Beyond this number of standard deviations the density is negligible. */
  private static final double REACH = 8.5;

  /** Most nodes of a mean, for any variance. */
  private static final double SHORTEST = REACH / 1000;

  private Normal() {}

  /** Quantile by Acklam's approximation and one Halley step, relative error near 1e-15. */
  public static double quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("probability must be in (0, 1), got " + p);
    }
    double x = start(p);
    double e = cumulative(x) - p;
    double u = e * Math.sqrt(2 * Math.PI) * Math.exp(x * x / 2);
    return x - u / (1 + x * u / 2);
  }

  /** Distribution function by the complementary error function's continued fraction or series. */
  public static double cumulative(double x) {
    double z = Math.abs(x);
    double tail;
    if (z < 3) {
      // Φ(z) = 1/2 + φ(z)(z + z³/3 + z⁵/(3·5) + …)
      double term = z;
      double sum = z;
      for (int k = 3; Math.abs(term) > 1e-18 * sum && k < 400; k += 2) {
        term *= z * z / k;
        sum += term;
      }
      tail = 0.5 - density(z) * sum;
    } else {
      double f = 0;
      for (int k = 60; k > 0; k--) {
        f = k / (z + f);
      }
      tail = density(z) / (z + f);
    }
    return x > 0 ? 1 - tail : tail;
  }

  /** Mean of f over N(mean, variance) by the trapezoidal rule, whose error vanishes fast. */
  public static double mean(DoubleUnaryOperator f, double mean, double variance) {
    double s = Math.sqrt(variance);
    if (s < 1e-9) {
      return f.applyAsDouble(mean);
    }
    double step = Math.max(Math.min(0.25, 0.8 / s), SHORTEST);
    int n = (int) Math.ceil(REACH / step);
    double sum = 0;
    double total = 0;
    for (int k = -n; k <= n; k++) {
      double z = k * step;
      double weight = Math.exp(-z * z / 2);
      sum += weight * f.applyAsDouble(mean + s * z);
      total += weight;
    }
    return sum / total;
  }

  /** Density. */
  public static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double start(double p) {
    if (p > 0.5) {
      return -start(1 - p);
    }
    if (p < 0.02425) {
      double q = Math.sqrt(-2 * Math.log(p));
      return (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q
                              - 2.549732539343734)
                          * q
                      + 4.374664141464968)
                  * q
              + 2.938163982698783)
          / ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q
                      + 3.754408661907416)
                  * q
              + 1);
    }
    double q = p - 0.5;
    double r = q * q;
    return (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r
                            + 1.383577518672690e+02)
                        * r
                    - 3.066479806614716e+01)
                * r
            + 2.506628277459239)
        * q
        / (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r
                            + 6.680131188771972e+01)
                        * r
                    - 1.328068155288572e+01)
                * r
            + 1);
  }
}
