package org.slrm.benchmarks.accuracy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * The set-up of Zaffran, Dieuleveut, Josse and Romano, "Conformal prediction with missing values"
 * (ICML 2023): ten Gaussian features of mean 1, variance 1 and covariance 0.8, a linear label with
 * noise of variance 1, entries missing completely at random.
 *
 * @param missing probability that an entry is missing
 * @param seed of all random numbers
 */
record PublishedSetUp(double missing, long seed) {
  static final int FEATURES = 10;

  private static final double[] BETA = {1, 2, -1, 3, -0.5, -1, 0.3, 1.7, 0.4, -0.3};
  private static final double SHARED = 0.8;
  private static final double MEAN = 1;

  /** Half a 90 % interval of a standard normal. */
  private static final double QUANTILE = 1.6448536269514722;

  /**
   * Rows with labels.
   *
   * @param x features, NaN where missing
   * @param y labels
   */
  record Sample(double[][] x, double[] y) {
    IncompleteMatrix features() {
      return IncompleteMatrix.ofNaN(x);
    }

    IncompleteMatrix labels() {
      return IncompleteMatrix.ofColumn(y);
    }
  }

  /** Rows; parts are drawn independently. */
  Sample draw(int rows, int part) {
    SplittableRandom random = new SplittableRandom(1_000 * seed + part);
    double[][] x = new double[rows][FEATURES];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double common = Math.sqrt(SHARED) * random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = MEAN + common + Math.sqrt(1 - SHARED) * random.nextGaussian();
        y[i] += BETA[j] * x[i][j];
      }
      y[i] += random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = random.nextDouble() < missing ? Double.NaN : x[i][j];
      }
    }
    return new Sample(x, y);
  }

  /**
   * Width of the oracle interval: given m observed entries the missing ones have covariance (1 −
   * ρ)(I + c 11ᵀ), c = ρ / (1 − ρ + mρ).
   */
  static double oracleWidth(double[] row) {
    int[] out = IntStream.range(0, FEATURES).filter(j -> Double.isNaN(row[j])).toArray();
    double sum = IntStream.of(out).mapToDouble(j -> BETA[j]).sum();
    double squares = IntStream.of(out).mapToDouble(j -> BETA[j] * BETA[j]).sum();
    double c = SHARED / (1 - SHARED + (FEATURES - out.length) * SHARED);
    return 2 * QUANTILE * Math.sqrt(1 + (1 - SHARED) * (squares + c * sum * sum));
  }
}
