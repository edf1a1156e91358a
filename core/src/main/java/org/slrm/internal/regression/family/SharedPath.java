package org.slrm.internal.regression.family;

import java.util.Arrays;
import org.slrm.internal.regression.Penalties;

/**
 * Solutions of several columns (targets, classes) along a path of penalties, in the features' own
 * units.
 *
 * @param penalties the path
 * @param intercepts by point and column
 * @param coefficients by point, column after column
 * @param gaps duality gap of each point, as a fraction of the labels' variance or deviance
 * @param sweeps sweeps over the working set that each point took
 */
public record SharedPath(
    Penalties penalties,
    int features,
    double[][] intercepts,
    double[][] coefficients,
    double[] gaps,
    int[] sweeps) {
  /** A solver that moves along a path of penalties. */
  interface PathSolver {
    /** Moves to point k and stores its solution. */
    void point(Penalties penalties, int k, SharedPath found);

    /** Solves all points of a path. */
    default SharedPath path(Penalties penalties, int features) {
      SharedPath path = empty(penalties, features);
      for (int k = 0; k < penalties.size(); k++) {
        point(penalties, k, path);
      }
      return path;
    }
  }

  /** Storage for a path. */
  static SharedPath empty(Penalties penalties, int features) {
    int n = penalties.size();
    return new SharedPath(
        penalties, features, new double[n][], new double[n][], new double[n], new int[n]);
  }

  void put(int k, double[] b, double[] w, double gap, int sweepsTaken) {
    intercepts[k] = b;
    coefficients[k] = w;
    gaps[k] = gap;
    sweeps[k] = sweepsTaken;
  }

  /** Number of points. */
  public int size() {
    return gaps.length;
  }

  /** Coefficients of a column at a point. */
  public double[] column(int point, int column) {
    return Arrays.copyOfRange(coefficients[point], column * features, (column + 1) * features);
  }
}
