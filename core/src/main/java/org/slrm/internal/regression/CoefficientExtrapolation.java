package org.slrm.internal.regression;

import java.util.Arrays;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Vectors;

/**
 * Anderson extrapolation of a sequence of points: from the last K steps u_k = w_k − w_{k−1} it
 * computes Σ c_k w_k, where the c sum to 1 and minimise ‖Σ c_k u_k‖. Coordinate descent on
 * correlated features makes small steps of slowly changing direction; this extrapolates them.
 */
final class CoefficientExtrapolation {
  /** K: five steps determine the direction well enough. */
  private static final int STEPS = 5;

  private final double[][] points;
  private final double[] gram = new double[STEPS * STEPS];
  private final double[] c = new double[STEPS];
  private int count;

  CoefficientExtrapolation(int size) {
    points = new double[STEPS + 1][size];
  }

  void restart() {
    count = 0;
  }

  /** Takes the next point, the entries of w listed in {@code index}; true when there are enough. */
  boolean add(double[] w, int[] index, int size) {
    double[] point = points[count++];
    for (int a = 0; a < size; a++) {
      point[a] = w[index[a]];
    }
    return count == points.length;
  }

  /** Writes the extrapolated point to {@code out} and starts over; false when it does not exist. */
  boolean extrapolate(double[] out, int size) {
    count = 0;
    double trace = 0;
    for (int k = 0; k < STEPS; k++) {
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        for (int a = 0; a < size; a++) {
          sum += (points[k + 1][a] - points[k][a]) * (points[l + 1][a] - points[l][a]);
        }
        gram[k * STEPS + l] = sum;
      }
      trace += gram[k * STEPS + k];
      c[k] = 1;
    }
    // Steps are nearly collinear; a small ridge keeps the solution bounded.
    for (int k = 0; k < STEPS; k++) {
      gram[k * STEPS + k] += 1e-12 * trace;
    }
    if (!(trace > 0) || !Cholesky.factor(gram, STEPS, 0)) {
      return false;
    }
    Cholesky.solve(gram, STEPS, c);
    double total = 0;
    for (double v : c) {
      total += v;
    }
    Arrays.fill(out, 0, size, 0);
    for (int k = 0; k < STEPS; k++) {
      Vectors.add(out, 0, c[k] / total, points[k + 1], 0, size);
    }
    return true;
  }
}
