package org.slrm.internal.special;

/** The gamma function. */
public final class Gamma {
  /** Above this, Stirling's series has full precision. */
  private static final double LARGE = 12;

  private Gamma() {}

  /** log Γ(x) for positive x: Stirling's series, after the recurrence has made x large. */
  public static double log(double x) {
    if (!(x > 0)) {
      return Double.NaN;
    }
    double shift = 0;
    double z = x;
    for (; z < LARGE; z++) {
      shift += Math.log(z);
    }
    double q = 1 / (z * z);
    // 1/12z − 1/360z³ + 1/1260z⁵ − 1/1680z⁷ + 1/1188z⁹ − 691/360360z¹¹
    double series =
        (1.0 / 12
                - q
                    * (1.0 / 360
                        - q
                            * (1.0 / 1260
                                - q * (1.0 / 1680 - q * (1.0 / 1188 - q * 691 / 360360)))))
            / z;
    return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
  }

  /** log x! = log Γ(x + 1). */
  public static double logFactorial(double x) {
    return log(x + 1);
  }
}
