package org.slrm.paper.internal.dictionary;

import java.util.Random;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.TrainingData;

/**
 * Rows that are sparse sums of atoms. Most atoms are large and say nothing of the label; the first
 * two are small, explain little of the features, and are all the label depends on: y = α₀ − α₁.
 */
final class SparseTable {
  static final int FEATURES = 20;
  static final int ATOMS = 12;

  private final double[] atoms = new double[FEATURES * ATOMS];

  SparseTable() {
    Random random = new Random(7);
    for (int k = 0; k < ATOMS; k++) {
      double square = 0;
      for (int j = 0; j < FEATURES; j++) {
        atoms[j * ATOMS + k] = random.nextGaussian();
        square += atoms[j * ATOMS + k] * atoms[j * ATOMS + k];
      }
      for (int j = 0; j < FEATURES; j++) {
        atoms[j * ATOMS + k] /= Math.sqrt(square);
      }
    }
  }

  /** D, row-major. */
  double[] atoms() {
    return atoms.clone();
  }

  /** Rows of which this many entries are known. */
  TrainingData rows(int n, double keep, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[n][FEATURES];
    double[][] y = new double[n][1];
    for (int i = 0; i < n; i++) {
      double[] alpha = new double[ATOMS];
      for (int k = 0; k < ATOMS; k++) {
        double size = (k < 2 ? 1 : 4) * (0.5 + random.nextDouble());
        boolean there = random.nextDouble() < (k < 2 ? 0.4 : 0.2);
        alpha[k] = there ? random.nextBoolean() ? size : -size : 0;
      }
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = 0.1 * random.nextGaussian();
        for (int k = 0; k < ATOMS; k++) {
          x[i][j] += atoms[j * ATOMS + k] * alpha[k];
        }
        x[i][j] = random.nextDouble() < keep ? x[i][j] : Double.NaN;
      }
      y[i][0] = alpha[0] - alpha[1] + 0.05 * random.nextGaussian();
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y));
  }

  /** Atoms of which a dictionary has one within a cosine of 0.95. */
  int found(Dictionary dictionary) {
    int K = dictionary.atoms();
    int count = 0;
    for (int k = 0; k < ATOMS; k++) {
      double most = 0;
      for (int l = 0; l < K; l++) {
        double dot = 0;
        double square = 1e-300;
        for (int j = 0; j < FEATURES; j++) {
          double d = dictionary.D()[j * K + l];
          dot += atoms[j * ATOMS + k] * d;
          square += d * d;
        }
        most = Math.max(most, Math.abs(dot) / Math.sqrt(square));
      }
      count += most > 0.95 ? 1 : 0;
    }
    return count;
  }
}
