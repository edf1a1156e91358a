package org.slrm.internal.label;

import org.slrm.internal.special.Normal;

/** A negative binomial or Poisson count averaged over η ~ N(m, v), with log E μ = m + v/2. */
final class CountDistribution {
  /** Mean or deviation above which a log-normal approximation is accurate. */
  private static final double MANY = 300;

  /** A probability that is negligible in a sum. */
  private static final double NOTHING = 1e-17;

  private static final int NODES = 31;
  private static final double REACH = 6;

  private final Counts label;
  private final double[] eta = new double[NODES];
  private final double[] weight = new double[NODES];
  private final double mean;
  private final double deviation;

  CountDistribution(Counts label, double logMean, double variance) {
    this.label = label;
    double total = 0;
    for (int k = 0; k < NODES; k++) {
      double z = REACH * (2.0 * k / (NODES - 1) - 1);
      eta[k] = logMean - variance / 2 + z * Math.sqrt(variance);
      weight[k] = Math.exp(-z * z / 2);
      total += weight[k];
    }
    for (int k = 0; k < NODES; k++) {
      weight[k] /= total;
    }
    mean = label.mean(logMean);
    double r = label.poisson() ? 0 : 1 / label.size();
    deviation = Math.sqrt(mean + mean * mean * (NumberTarget.spread(variance) * (1 + r) + r));
  }

  private double probability(double y) {
    double sum = 0;
    for (int k = 0; k < NODES; k++) {
      sum += weight[k] * Math.exp(label.logLikelihood(y, eta[k]));
    }
    return sum;
  }

  private boolean smooth() {
    return !(mean < MANY && deviation < MANY);
  }

  /** Variance of the logarithm that has this mean and deviation. */
  private double logVariance() {
    return Math.log1p(deviation / mean * (deviation / mean));
  }

  /** The smallest count that is not exceeded with probability p. */
  double quantile(double p) {
    if (smooth()) {
      double v = logVariance();
      double z = Normal.quantile(inside(p));
      return Math.rint(Math.exp(Math.min(700, Math.log(mean) - v / 2 + Math.sqrt(v) * z)));
    }
    double below = 0;
    double y = 0;
    for (; y < 100 * MANY; y++) {
      double more = probability(y);
      below += more;
      // Beyond the mean, negligible terms stay negligible.
      if (below >= p || y > mean && more < NOTHING) {
        break;
      }
    }
    return y;
  }

  /** Normal score of the middle of y's step in the distribution function. */
  double normalScore(double y) {
    if (smooth() || y > 100 * MANY) {
      double v = logVariance();
      return (Math.log(Math.max(y, 0.5)) - Math.log(mean) + v / 2) / Math.sqrt(v);
    }
    double below = 0;
    for (double k = 0; k < y; k++) {
      below += probability(k);
    }
    return Normal.quantile(inside(below + probability(y) / 2));
  }

  private static double inside(double p) {
    return Math.max(1e-15, Math.min(1 - 1e-15, p));
  }
}
