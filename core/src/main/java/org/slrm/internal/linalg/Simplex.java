package org.slrm.internal.linalg;

import java.util.Arrays;

/** Weights v ≥ 0, Σv = 1 that minimise vᵀGv − 2cᵀv, by accelerated projected gradient. */
public final class Simplex {
  private static final int ROUNDS = 5000;

  private Simplex() {}

  /** The weights that minimise it. */
  public static double[] minimize(double[] G, double[] c) {
    int k = c.length;
    double largest = 0;
    for (int a = 0; a < k; a++) {
      double row = 0;
      for (int b = 0; b < k; b++) {
        row += Math.abs(G[a * k + b]);
      }
      largest = Math.max(largest, row);
    }
    double step = largest > 0 ? 1 / largest : 1;
    double[] v = new double[k];
    Arrays.fill(v, 1.0 / k);
    double[] z = v.clone();
    double t = 1;
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[k];
      for (int a = 0; a < k; a++) {
        next[a] = z[a] - step * (Vectors.dot(G, a * k, z, 0, k) - c[a]);
      }
      project(next);
      double tNext = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
      double change = 0;
      for (int a = 0; a < k; a++) {
        change = Math.max(change, Math.abs(next[a] - v[a]));
        z[a] = next[a] + (t - 1) / tNext * (next[a] - v[a]);
      }
      v = next;
      t = tNext;
      if (change < 1e-12) {
        break;
      }
    }
    return v;
  }

  /** Euclidean projection on the simplex. */
  static void project(double[] v) {
    double[] sorted = v.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double shift = 0;
    for (int a = sorted.length - 1, count = 1; a >= 0; a--, count++) {
      sum += sorted[a];
      double candidate = (sum - 1) / count;
      if (sorted[a] > candidate) {
        shift = candidate;
      }
    }
    for (int a = 0; a < v.length; a++) {
      v[a] = Math.max(0, v[a] - shift);
    }
  }
}
