package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;

/**
 * Simulated rows of classes, the last of which is rare: 12 features near four directions, 20 %
 * missing, and log probabilities that are linear in the directions. With drift their coefficients
 * change with time.
 */
final class RareClass {
  private static final int FEATURES = 12;
  private static final int RANK = 4;
  private static final int PILOT_ROWS = 3000;
  private static final int ROUNDS = 60;
  private static final double SIZE = 0.9;

  private final SplittableRandom random;
  private final double drift;
  private final double[][] loading = new double[FEATURES][RANK];
  private final double[] intercept;
  private final double[][] coefficient;
  private final double[][] change;

  /**
   * A table.
   *
   * @param classes number of classes
   * @param share probability of the last class
   * @param drift by how much the coefficients change over the training rows
   */
  RareClass(int classes, double share, double drift, long seed) {
    random = new SplittableRandom(seed * 7919 + classes * 31L + (long) (share * 1000));
    this.drift = drift;
    for (double[] v : loading) {
      fill(v);
    }
    intercept = new double[classes];
    coefficient = new double[classes][RANK];
    change = new double[classes][RANK];
    for (int k = 0; k < classes; k++) {
      for (int q = 0; q < RANK; q++) {
        coefficient[k][q] = SIZE * random.nextGaussian();
        change[k][q] = SIZE * random.nextGaussian();
      }
    }
    double[] target = new double[classes];
    Arrays.fill(target, (1 - share) / (classes - 1));
    target[classes - 1] = share;
    balance(target);
  }

  /** Intercepts for which the classes have these probabilities on average, without drift. */
  private void balance(double[] target) {
    double[][] scores = new double[PILOT_ROWS][RANK];
    for (double[] s : scores) {
      fill(s);
    }
    for (int round = 0; round < ROUNDS; round++) {
      double[] mean = new double[target.length];
      for (double[] s : scores) {
        Vectors.add(mean, 0, 1.0 / PILOT_ROWS, probabilities(s, 0), 0, mean.length);
      }
      for (int k = 0; k < target.length; k++) {
        intercept[k] += Math.log(target[k] / mean[k]);
      }
    }
  }

  /** Training rows in order of time, then test rows that are a fifth of their time later. */
  UnevenErrors.UnevenSample draw(int train, int test) {
    double[][] x = new double[train + test][FEATURES];
    double[] y = new double[train + test];
    double[] scores = new double[RANK];
    for (int i = 0; i < x.length; i++) {
      double time = i < train ? (double) i / train : 1 + 0.2 * (i - train) / test;
      fill(scores);
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = Vectors.dot(loading[j], 0, scores, 0, RANK) + 0.5 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : x[i][j];
      }
      double[] p = probabilities(scores, drift * time);
      double left = random.nextDouble();
      int k = 0;
      while (k < p.length - 1 && left > p[k]) {
        left -= p[k++];
      }
      y[i] = k;
    }
    return new UnevenErrors.UnevenSample(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private double[] probabilities(double[] scores, double time) {
    double[] p = new double[intercept.length];
    for (int k = 0; k < p.length; k++) {
      double eta = intercept[k];
      for (int q = 0; q < RANK; q++) {
        eta += (coefficient[k][q] + time * change[k][q]) * scores[q];
      }
      p[k] = Math.exp(eta);
    }
    double sum = Arrays.stream(p).sum();
    return Arrays.stream(p).map(v -> v / sum).toArray();
  }

  private void fill(double[] out) {
    Arrays.setAll(out, k -> random.nextGaussian());
  }
}
