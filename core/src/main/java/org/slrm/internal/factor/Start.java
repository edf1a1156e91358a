package org.slrm.internal.factor;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.linalg.Decompositions;

/** The starting point of a fit: leading directions of the zero-filled table. */
final class Start {
  private static final int ROUNDS = 4;

  private Start() {}

  static Factors of(LikelihoodRows z, int d, long seed) {
    int p = z.features();
    ColumnStatistics stats = z.statistics();
    double[] mu = new double[p];
    double[] psi = new double[p];
    double[] inflate = new double[p];
    for (int j = 0; j < p; j++) {
      int n = stats.known(j);
      mu[j] = n == 0 ? 0 : stats.mean(j);
      psi[j] = n == 0 ? 1 : Math.max(stats.variance(j), 1e-3);
      inflate[j] = n == 0 ? 0 : stats.rows() / stats.weight(j);
    }
    // Zero filling shrinks each column's scale; a loading is its covariance with a score of unit
    // variance.
    double[] V = z.project(mu, directions(z, mu, d, seed), d);
    for (int j = 0; j < p; j++) {
      double explained = 0;
      for (int k = 0; k < d; k++) {
        double scoreVariance = V[p * d + k] / stats.rows();
        double scale = inflate[j] / stats.rows() / Math.sqrt(Math.max(scoreVariance, 1e-300));
        V[j * d + k] *= scale;
        explained += V[j * d + k] * V[j * d + k];
      }
      // A third of each column's variance is noise at the start.
      double limit = 0.67 * psi[j];
      double shrink = explained > limit ? Math.sqrt(limit / explained) : 1;
      for (int k = 0; k < d; k++) {
        V[j * d + k] *= shrink;
      }
      psi[j] -= explained * shrink * shrink;
    }
    return new Factors(d, mu, Arrays.copyOf(V, p * d), psi);
  }

  private static double[] directions(LikelihoodRows z, double[] mu, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] V = new double[z.features() * d];
    for (int k = 0; k < V.length; k++) {
      V[k] = random.nextGaussian();
    }
    for (int round = 0; round < ROUNDS; round++) {
      V = orthonormal(Arrays.copyOf(z.project(mu, V, d), V.length), d);
    }
    return V;
  }

  /** Orthonormalises the columns of a p×d matrix through the eigenvectors of its Gram matrix. */
  private static double[] orthonormal(double[] v, int d) {
    int p = v.length / d;
    double[] gram = new double[d * d];
    for (int j = 0; j < p; j++) {
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          gram[k * d + l] += v[j * d + k] * v[j * d + l];
        }
      }
    }
    Decompositions.Eigen eigen = Decompositions.symmetric(gram, d);
    double[] out = new double[v.length];
    double floor = 1e-14 * Math.max(eigen.values()[0], 1e-300);
    for (int k = 0; k < d; k++) {
      double scale = eigen.values()[k] > floor ? 1 / Math.sqrt(eigen.values()[k]) : 0;
      for (int j = 0; j < p; j++) {
        double sum = 0;
        for (int l = 0; l < d; l++) {
          sum += v[j * d + l] * eigen.vectors()[l * d + k];
        }
        out[j * d + k] = sum * scale;
      }
    }
    return out;
  }
}
