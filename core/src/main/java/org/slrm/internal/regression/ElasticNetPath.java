package org.slrm.internal.regression;

/**
 * The solutions along a path of penalties. Coefficients are held sparse and belong to the features
 * in their own units.
 *
 * @param penalties the path
 * @param features number of features
 * @param intercepts intercept of each point
 * @param support features with non-zero coefficients, by point
 * @param values their coefficients, by point
 * @param gaps duality gap of each point, as a share of the label's variance
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
}
