package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The solutions along a path of penalties. Coefficients are sparse and in the features' own units.
 *
 * @param penalties the path
 * @param features number of features
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

  /** Number of points. */
  public int size() {
    return intercepts.length;
  }

  /** Intercept of a point. */
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

  /** Collects solutions along a path. */
  public static final class Points {
    private final double[] intercept;
    private final int[][] support;
    private final double[][] values;
    private final double[] gap;
    private final int[] sweeps;

    /** For this number of points. */
    public Points(int count) {
      intercept = new double[count];
      support = new int[count][];
      values = new double[count][];
      gap = new double[count];
      sweeps = new int[count];
    }

    /** Adds a point: its intercept and coefficients, the gap reached and the number of sweeps. */
    public void put(int k, double b, double[] w, double gapReached, int sweepsTaken) {
      intercept[k] = b;
      support[k] = IntStream.range(0, w.length).filter(j -> w[j] != 0).toArray();
      values[k] = IntStream.of(support[k]).mapToDouble(j -> w[j]).toArray();
      gap[k] = gapReached;
      sweeps[k] = sweepsTaken;
    }

    /** The first points, one for each of the penalties. */
    public ElasticNetPath path(Penalties penalties, int features) {
      int n = penalties.size();
      return new ElasticNetPath(
          penalties,
          features,
          Arrays.copyOf(intercept, n),
          Arrays.copyOf(support, n),
          Arrays.copyOf(values, n),
          Arrays.copyOf(gap, n),
          Arrays.copyOf(sweeps, n));
    }
  }
}
