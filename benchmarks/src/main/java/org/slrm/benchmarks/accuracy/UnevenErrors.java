package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;

/**
 * Simulated heteroscedastic rows: 20 features near four directions, about 30 % missing, and a label
 * y = η + s e with e ~ N(0, 1).
 */
enum UnevenErrors {
  /** s = 0.5. */
  EVEN((eta, first, missing) -> 0.5),

  /** Errors grow with the prediction. */
  RISING((eta, first, missing) -> Math.exp(0.6 * eta - 0.7)),

  /** Errors grow faster: by a factor of e with every unit of η. */
  STEEP((eta, first, missing) -> Math.exp(eta - 1.5)),

  /** Errors grow with the distance of the prediction from its mean. */
  VEE((eta, first, missing) -> 0.2 + 0.6 * Math.abs(eta)),

  /** Errors depend on the first feature, observed or not. */
  FEATURE((eta, first, missing) -> 0.5 * Math.exp(0.4 * first)),

  /** Errors grow with missing entries beyond their own effect. */
  KNOWN((eta, first, missing) -> 0.2 + 1.5 * missing);

  private static final int FEATURES = 20;
  private static final int RANK = 4;
  private static final double[] WEIGHTS = {1, -0.7, 0.5, 0};

  /**
   * Rows with labels.
   *
   * @param x features
   * @param y labels
   */
  record UnevenSample(IncompleteMatrix x, IncompleteMatrix y) {
    UnevenSample rows(int from, int to) {
      int[] rows = IntStream.range(from, to).toArray();
      return new UnevenSample(x.selectRows(rows), y.selectRows(rows));
    }
  }

  /** Standard deviation of a row's error, by η, the first feature and the fraction missing. */
  private interface ErrorSize {
    double of(double eta, double first, double missing);
  }

  private final ErrorSize size;

  UnevenErrors(ErrorSize size) {
    this.size = size;
  }

  /** Rows of one table: those from the start may be fitted, the others evaluate. */
  UnevenSample draw(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] V = new double[FEATURES][RANK];
    for (double[] v : V) {
      fill(v, random);
    }
    double[][] x = new double[rows][FEATURES];
    double[] y = new double[rows];
    double[] scores = new double[RANK];
    for (int i = 0; i < rows; i++) {
      fill(scores, random);
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = Vectors.dot(V[j], 0, scores, 0, RANK) + 0.3 * random.nextGaussian();
      }
      double eta = Vectors.dot(WEIGHTS, 0, scores, 0, RANK);
      double first = x[i][0];
      // Rows of one table differ in their fraction of missing entries.
      double fraction = 0.6 * random.nextDouble();
      int missing = 0;
      for (int j = 0; j < FEATURES; j++) {
        if (random.nextDouble() < fraction) {
          x[i][j] = Double.NaN;
          missing++;
        }
      }
      double deviation = size.of(eta, first, (double) missing / FEATURES);
      y[i] = eta + deviation * random.nextGaussian();
    }
    return new UnevenSample(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private static void fill(double[] out, SplittableRandom random) {
    Arrays.setAll(out, k -> random.nextGaussian());
  }
}
