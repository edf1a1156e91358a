package org.slrm.internal.regression;

import java.util.List;

/**
 * A path evaluated by folds.
 *
 * @param penalties the path
 * @param folds the solutions without each fold
 * @param evaluated the errors on each fold
 */
public record CrossValidatedPath(
    Penalties penalties, List<ElasticNetPath> folds, FoldErrors evaluated) {

  /** The points of a path that were reached, with the results of each fold. */
  public static CrossValidatedPath of(
      Penalties penalties, List<ElasticNetPath> found, FoldErrors evaluated) {
    Penalties reached = penalties.upTo(evaluated.points() - 1);
    List<ElasticNetPath> paths = found.stream().map(path -> path.first(reached)).toList();
    return new CrossValidatedPath(reached, paths, evaluated);
  }

  /** Error of each point, the mean over folds. */
  public double[] errors() {
    return evaluated.errors();
  }

  /** Standard error of that mean, by point. */
  public double[] standardErrors() {
    return evaluated.standardErrors();
  }

  /** The point of smallest error; the strongest penalty among equals. */
  public int best() {
    return evaluated.best();
  }

  /** The strongest penalty whose error is within one standard error of the smallest. */
  public int withinOneStandardError() {
    return evaluated.withinOneStandardError();
  }
}
