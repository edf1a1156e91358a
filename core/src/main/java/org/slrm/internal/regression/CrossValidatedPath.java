package org.slrm.internal.regression;

import java.util.List;

/**
 * A path judged by folds.
 *
 * @param penalties the path
 * @param folds the solutions without each fold
 * @param foldErrors mean squared error of each fold, by fold and point
 * @param errors their mean weighted by the folds' weights, by point
 * @param standardErrors standard error of that mean over folds, by point
 */
public record CrossValidatedPath(
    Penalties penalties,
    List<ElasticNetPath> folds,
    double[][] foldErrors,
    double[] errors,
    double[] standardErrors) {

  /** Summarises the folds' errors. */
  static CrossValidatedPath of(
      Penalties penalties, List<ElasticNetPath> folds, double[][] foldErrors, double[] weights) {
    int points = penalties.size();
    double total = java.util.Arrays.stream(weights).sum();
    double[] errors = new double[points];
    double[] standardErrors = new double[points];
    for (int k = 0; k < points; k++) {
      for (int f = 0; f < weights.length; f++) {
        errors[k] += weights[f] / total * foldErrors[f][k];
      }
      double spread = 0;
      for (int f = 0; f < weights.length; f++) {
        double d = foldErrors[f][k] - errors[k];
        spread += weights[f] / total * d * d;
      }
      standardErrors[k] = Math.sqrt(spread / Math.max(1, weights.length - 1));
    }
    return new CrossValidatedPath(penalties, folds, foldErrors, errors, standardErrors);
  }

  /** The point of smallest error; the strongest penalty among equals. */
  public int best() {
    int best = 0;
    for (int k = 1; k < errors.length; k++) {
      best = errors[k] < errors[best] ? k : best;
    }
    return best;
  }

  /** The strongest penalty whose error is within one standard error of the smallest. */
  public int withinOneStandardError() {
    int best = best();
    int k = 0;
    while (errors[k] > errors[best] + standardErrors[best]) {
      k++;
    }
    return k;
  }
}
