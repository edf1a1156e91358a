package org.slrm.paper.internal.dictionary;

import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Sufficient statistics of a dictionary (Z-3): A_j = Σ q αᵀα and B_j = Σ q x_j α over the rows
 * where feature j is observed. With missing entries every feature has its own A_j; a common one, as
 * on complete rows, would treat missing entries as fitted exactly.
 */
final class DictionaryStatistics {
  private static final int BLOCK = 16;

  private final int features;
  private final int K;
  private final double[] A;
  private final double[] B;

  DictionaryStatistics(int features, int atoms) {
    this.features = features;
    K = atoms;
    A = new double[features * K * K];
    B = new double[features * K];
  }

  /** Start of row k of A_j in {@link #gram}. */
  int at(int j, int k) {
    return (j * K + k) * K;
  }

  double[] gram() {
    return A;
  }

  /** B_jk. */
  double product(int j, int k) {
    return B[j * K + k];
  }

  /** Use of atom k. */
  double use(int k) {
    double sum = 0;
    for (int j = 0; j < features; j++) {
      sum += A[at(j, k) + k];
    }
    return sum;
  }

  /** A_j ← β A_j + Σ q αᵀα, B_j ← β B_j + Σ q x_j α over the rows of a batch (Z-3). */
  void add(double beta, TrainingData data, int[] rows, double[] codes, Workers workers) {
    workers.run(
        (features + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          int from = block * BLOCK;
          int to = Math.min(features, from + BLOCK);
          fade(beta, from, to);
          int[] active = new int[K];
          for (int r = 0; r < rows.length; r++) {
            int size = active(codes, r * K, active);
            int i = rows[r];
            for (int k = data.x().rowStart(i); k < data.x().rowStart(i + 1); k++) {
              int j = data.x().column(k);
              if (j >= from && j < to) {
                add(j, data.weight(i), data.x().value(k), codes, r * K, active, size);
              }
            }
          }
          mirror(from, to);
        });
  }

  private void fade(double beta, int from, int to) {
    for (int e = from * K * K; e < to * K * K; e++) {
      A[e] *= beta;
    }
    for (int e = from * K; e < to * K; e++) {
      B[e] *= beta;
    }
  }

  private int active(double[] codes, int at, int[] out) {
    int size = 0;
    for (int k = 0; k < K; k++) {
      if (codes[at + k] != 0) {
        out[size++] = k;
      }
    }
    return size;
  }

  private void add(int j, double q, double x, double[] codes, int at, int[] active, int size) {
    for (int a = 0; a < size; a++) {
      int k = active[a];
      double f = q * codes[at + k];
      B[j * K + k] += f * x;
      for (int b = 0; b <= a; b++) {
        A[at(j, k) + active[b]] += f * codes[at + active[b]];
      }
    }
  }

  /** Copies the lower triangle to the upper one. */
  private void mirror(int from, int to) {
    for (int j = from; j < to; j++) {
      for (int k = 0; k < K; k++) {
        for (int l = 0; l < k; l++) {
          A[at(j, l) + k] = A[at(j, k) + l];
        }
      }
    }
  }

  /** (A_j D_j)_k. */
  double fitted(int j, int k, double[] D) {
    return Vectors.dot(A, at(j, k), D, j * K, K);
  }
}
