package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The solutions along a path of penalties. Coefficients are sparse and in the features' own units.
 *
 * @param penalties the path
 * @param intercepts intercept of each point
 * @param support features with non-zero coefficients, by point
 * @param values their coefficients, by point
 * @param gaps duality gap of each point, as a fraction of the label's variance
 * @param sweeps sweeps over the working set that each point took
 */
public record ElasticNetPath(
    Penalties penalties,
    int features,
    double[] intercepts,
    int[][] support,
    double[][] values,
    double[] gaps,
    int[] sweeps) {

  /** Storage for a path. */
  public static ElasticNetPath empty(Penalties penalties, int features) {
    int n = penalties.size();
    return new ElasticNetPath(
        penalties,
        features,
        new double[n],
        new int[n][],
        new double[n][],
        new double[n],
        new int[n]);
  }

  /** Stores a point: its intercept and coefficients, the gap reached and the number of sweeps. */
  public void put(int k, double b, double[] w, double gap, int sweepsTaken) {
    intercepts[k] = b;
    support[k] = IntStream.range(0, w.length).filter(j -> w[j] != 0).toArray();
    values[k] = IntStream.of(support[k]).mapToDouble(j -> w[j]).toArray();
    gaps[k] = gap;
    sweeps[k] = sweepsTaken;
  }

  /** The first points, one for each of the penalties. */
  ElasticNetPath first(Penalties reached) {
    int n = reached.size();
    return new ElasticNetPath(
        reached,
        features,
        Arrays.copyOf(intercepts, n),
        Arrays.copyOf(support, n),
        Arrays.copyOf(values, n),
        Arrays.copyOf(gaps, n),
        Arrays.copyOf(sweeps, n));
  }

  /** Number of points. */
  public int size() {
    return intercepts.length;
  }

  public double intercept(int point) {
    return intercepts[point];
  }

  /** Coefficients of a point, one per feature. */
  public double[] coefficients(int point) {
    double[] w = new double[features];
    for (int k = 0; k < support[point].length; k++) {
      w[support[point][k]] = values[point][k];
    }
    return w;
  }
}
