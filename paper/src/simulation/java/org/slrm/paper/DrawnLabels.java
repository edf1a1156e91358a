package org.slrm.paper;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Labels of other kinds, drawn from numbers. */
final class DrawnLabels {
  private static final double GROSS_SHARE = 0.05;
  private static final double MIN_GROSS = 20;
  private static final double MAX_GROSS = 50;

  private final double[] eta;
  private final SplittableRandom random;

  DrawnLabels(double[] eta, long seed) {
    this.eta = eta;
    random = new SplittableRandom(seed);
  }

  /** 1 with probability σ(η), else 0. */
  double[] classes() {
    return Arrays.stream(eta)
        .map(e -> random.nextDouble() < 1 / (1 + Math.exp(-e)) ? 1 : 0)
        .toArray();
  }

  double[] amounts() {
    return Arrays.stream(eta).map(Math::exp).toArray();
  }

  /** Poisson of mean e^η, or of such a mean times a gamma variable of mean 1 and variance 1/r. */
  double[] counts(double size) {
    return Arrays.stream(eta)
        .map(e -> Math.exp(e) * (Double.isInfinite(size) ? 1 : gamma(size) / size))
        .map(this::poisson)
        .toArray();
  }

  /** One label of twenty is off by 20 to 50 standard deviations, either way. */
  double[] withOutliers() {
    double mean = Arrays.stream(eta).average().orElse(0);
    double spread =
        Math.sqrt(Arrays.stream(eta).map(e -> (e - mean) * (e - mean)).average().orElse(0));
    return Arrays.stream(eta)
        .map(
            e -> {
              double size = MIN_GROSS + (MAX_GROSS - MIN_GROSS) * random.nextDouble();
              double sign = random.nextBoolean() ? 1 : -1;
              return random.nextDouble() < GROSS_SHARE ? e + sign * size * spread : e;
            })
        .toArray();
  }

  /** By exponential waiting times, in steps that avoid underflow. */
  private double poisson(double mean) {
    double count = 0;
    double left = mean;
    double product = 1;
    while (true) {
      product *= random.nextDouble();
      while (product < 1 && left > 0) {
        double step = Math.min(left, 500);
        product *= Math.exp(step);
        left -= step;
      }
      if (product <= 1) {
        return count;
      }
      count++;
    }
  }

  /** Marsaglia and Tsang's method; for shapes below 1 by the power of a uniform. */
  private double gamma(double shape) {
    if (shape < 1) {
      return gamma(shape + 1) * Math.pow(random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double z = random.nextGaussian();
      double v = Math.pow(1 + c * z, 3);
      if (v > 0 && Math.log(random.nextDouble()) < z * z / 2 + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }
}
