package org.slrm.data;

import java.util.stream.IntStream;

/**
 * Standard deviations of columns with few observed entries, shrunk towards a common value: two
 * nearly equal values must not make a column's unit almost 0. The common variance and its weight
 * are estimated from the columns themselves (Smyth 2004, "Linear models and empirical Bayes
 * methods"): if columns differ in their units its weight is small.
 */
final class ModeratedScales {
  /** Columns with this many observed entries are not shrunk. */
  static final int ENOUGH_ENTRIES = 10;

  /** Fewest columns with few entries for estimating a common variance. */
  static final int ENOUGH_COLUMNS = 50;

  private final ColumnStatistics statistics;
  private double commonFreedom;
  private double commonVariance;

  private ModeratedScales(ColumnStatistics statistics, int[] columns) {
    this.statistics = statistics;
    estimate(columns);
  }

  /** Replaces the scales of columns with few entries, if there are many of them. */
  static void apply(ColumnStatistics statistics, double[] scale) {
    int[] few =
        IntStream.range(0, scale.length)
            .filter(j -> statistics.known(j) > 0 && statistics.weight(j) < ENOUGH_ENTRIES)
            .toArray();
    int[] spread =
        IntStream.of(few)
            .filter(j -> statistics.weight(j) > 1 && statistics.variance(j) > 0)
            .toArray();
    if (spread.length >= ENOUGH_COLUMNS) {
      ModeratedScales m = new ModeratedScales(statistics, spread);
      for (int j : few) {
        scale[j] = m.scale(j);
      }
    }
  }

  /** Square root of (d₀ s₀² + d s²) / (d₀ + d). */
  private double scale(int j) {
    double d = Math.max(0, statistics.weight(j) - 1);
    double s2 = d == 0 ? 0 : variance(j);
    return Double.isInfinite(commonFreedom)
        ? Math.sqrt(commonVariance)
        : Math.sqrt((commonFreedom * commonVariance + d * s2) / (commonFreedom + d));
  }

  private double variance(int j) {
    double n = statistics.weight(j);
    return statistics.variance(j) * n / (n - 1);
  }

  /** ln s² − ψ(d/2) + ln(d/2) has mean ln s₀² − ψ(d₀/2) + ln(d₀/2), variance ψ′(d/2) + ψ′(d₀/2). */
  private void estimate(int[] columns) {
    double[] e = new double[columns.length];
    double sampling = 0;
    for (int k = 0; k < e.length; k++) {
      double half = (statistics.weight(columns[k]) - 1) / 2;
      e[k] = Math.log(variance(columns[k])) - digamma(half) + Math.log(half);
      sampling += trigamma(half) / e.length;
    }
    double mean = IntStream.range(0, e.length).mapToDouble(k -> e[k]).average().orElseThrow();
    double squares =
        IntStream.range(0, e.length).mapToDouble(k -> (e[k] - mean) * (e[k] - mean)).sum();
    double excess = squares / (e.length - 1) - sampling;
    if (excess > 0) {
      double half = trigammaInverse(excess);
      commonFreedom = 2 * half;
      commonVariance = Math.exp(mean + digamma(half) - Math.log(half));
    } else {
      commonFreedom = Double.POSITIVE_INFINITY;
      commonVariance = Math.exp(mean);
    }
  }

  /** ψ(x) by its recurrence and its asymptotic series. */
  static double digamma(double x) {
    double sum = 0;
    double z = x;
    for (; z < 8; z++) {
      sum -= 1 / z;
    }
    double r = 1 / (z * z);
    return sum + Math.log(z) - 0.5 / z - r * (1.0 / 12 - r * (1.0 / 120 - r / 252));
  }

  /** ψ′(x), likewise. */
  static double trigamma(double x) {
    double sum = 0;
    double z = x;
    for (; z < 8; z++) {
      sum += 1 / (z * z);
    }
    double r = 1 / (z * z);
    return sum + 1 / z + r / 2 + r / z * (1.0 / 6 - r * (1.0 / 30 - r / 42));
  }

  /** The argument where ψ′ has this value: it falls from ∞ to 0. */
  static double trigammaInverse(double value) {
    double low = 1e-6;
    double high = 1e6;
    for (int k = 0; k < 100; k++) {
      double middle = Math.sqrt(low * high);
      if (trigamma(middle) > value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
