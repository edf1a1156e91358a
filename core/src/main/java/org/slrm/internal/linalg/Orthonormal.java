package org.slrm.internal.linalg;

import java.util.SplittableRandom;

/** Bases with orthonormal columns, row-major: entry (j, k) at {@code [j * d + k]}. */
public final class Orthonormal {
  private Orthonormal() {}

  /** A random basis. */
  public static double[] random(int rows, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] u = new double[rows * d];
    for (int k = 0; k < u.length; k++) {
      u[k] = random.nextGaussian();
    }
    columns(u, rows, d);
    return u;
  }

  /** Orthonormalises columns in place by Gram–Schmidt; unit vectors replace dependent ones. */
  public static void columns(double[] u, int rows, int d) {
    for (int k = 0; k < d; k++) {
      double before = Math.sqrt(dot(u, rows, d, k, k));
      double norm = removeEarlier(u, rows, d, k);
      for (int unit = 0; !(norm > 1e-10 * before) && unit < rows; unit++) {
        for (int j = 0; j < rows; j++) {
          u[j * d + k] = j == unit ? 1 : 0;
        }
        norm = removeEarlier(u, rows, d, k);
        before = 1e8; // At least a hundredth of a unit vector must remain.
      }
      for (int j = 0; j < rows; j++) {
        u[j * d + k] /= norm;
      }
    }
  }

  /** (G-3): coherence μ = (D/d)·max_j‖U_j‖² of the columns' span; dependent columns add nothing. */
  public static double coherenceOfSpan(double[] columns, int rows, int d) {
    double[] u = columns.clone();
    for (int k = 0; k < d; k++) {
      double norm = removeEarlier(u, rows, d, k);
      for (int j = 0; j < rows; j++) {
        u[j * d + k] = norm > 1e-12 ? u[j * d + k] / norm : 0;
      }
    }
    return coherence(u, rows, d);
  }

  /** Coherence μ (G-3) of orthonormal columns. */
  public static double coherence(double[] u, int rows, int d) {
    double largest = 0;
    for (int j = 0; j < rows; j++) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        sum += u[j * d + k] * u[j * d + k];
      }
      largest = Math.max(largest, sum);
    }
    return largest * rows / d;
  }

  private static double removeEarlier(double[] u, int rows, int d, int k) {
    for (int twice = 0; twice < 2; twice++) {
      for (int l = 0; l < k; l++) {
        double along = dot(u, rows, d, k, l);
        for (int j = 0; j < rows; j++) {
          u[j * d + k] -= along * u[j * d + l];
        }
      }
    }
    return Math.sqrt(dot(u, rows, d, k, k));
  }

  /** Sine of the largest principal angle of orthonormal bases, accurate if small: ‖V − UUᵀV‖₂. */
  public static double largestAngleSine(double[] u, double[] v, int rows, int d) {
    double[] r = v.clone();
    double[] along = new double[d * d];
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < d; k++) {
        Vectors.add(along, k * d, u[j * d + k], v, j * d, d);
      }
    }
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < d; k++) {
        Vectors.add(r, j * d, -u[j * d + k], along, k * d, d);
      }
    }
    double[] gram = new double[d * d];
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < d; k++) {
        Vectors.add(gram, k * d, r[j * d + k], r, j * d, d);
      }
    }
    double largest = Decompositions.symmetric(gram, d).values()[0];
    return Math.min(1, Math.sqrt(Math.max(0, largest)));
  }

  private static double dot(double[] u, int rows, int d, int k, int l) {
    double sum = 0;
    for (int j = 0; j < rows; j++) {
      sum += u[j * d + k] * u[j * d + l];
    }
    return sum;
  }
}
