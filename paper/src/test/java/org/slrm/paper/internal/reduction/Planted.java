package org.slrm.paper.internal.reduction;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.kernel.Directions;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/** Normal features that share one factor, labels that depend on a few directions of them. */
record Planted(double[][] complete, double[] y, double[] directions, int k) {
  /** The k directions are sums of features: the first three, the next three, and so on. */
  static Planted of(int n, int p, int k, double noise, ToDoubleFunction<double[]> link, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] B = new double[p * k];
    for (int c = 0; c < k; c++) {
      for (int j = 3 * c; j < 3 * c + 3; j++) {
        B[j * k + c] = 1 / Math.sqrt(3);
      }
    }
    double[][] x = new double[n][p];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double shared = random.nextGaussian();
      double[] z = new double[k];
      for (int j = 0; j < p; j++) {
        x[i][j] = 0.6 * shared + 0.8 * random.nextGaussian();
        for (int c = 0; c < k; c++) {
          z[c] += B[j * k + c] * x[i][j];
        }
      }
      y[i] = link.applyAsDouble(z) + noise * random.nextGaussian();
    }
    return new Planted(x, y, B, k);
  }

  /** The rows with as many of their entries taken away at random. */
  TrainingData missing(double share, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = Arrays.stream(complete).map(double[]::clone).toArray(double[][]::new);
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextDouble() < share ? Double.NaN : row[j];
      }
    }
    double[][] labels = Arrays.stream(y).mapToObj(v -> new double[] {v}).toArray(double[][]::new);
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(labels));
  }

  /** A label-free fit of rank 1. */
  static Factors factors(TrainingData data) {
    LikelihoodConfig config =
        LikelihoodConfig.defaults().withRank(1).withNoise(LikelihoodConfig.Noise.PER_FEATURE);
    return new LikelihoodSolver(config).labelFree(data, null, FitContext.of(1)).factors();
  }

  /** Largest angle between directions and the planted ones, in degrees. */
  double angle(Directions found) {
    int p = complete[0].length;
    double[] u = found.values().clone();
    double[] v = directions.clone();
    Orthonormal.columns(u, p, k);
    Orthonormal.columns(v, p, k);
    return Math.toDegrees(Math.asin(Orthonormal.largestAngleSine(u, v, p, k)));
  }
}
