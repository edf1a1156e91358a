package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.slrm.internal.run.Workers;

/**
 * Errors along a path on the rows of each fold, by fits to the rows without it.
 *
 * @param foldErrors mean error of each fold, by fold and point
 * @param weights weight of each fold's rows
 * @param errors their mean weighted by the folds' weights, by point
 * @param standardErrors standard error of that mean over folds, by point
 */
public record FoldErrors(
    double[][] foldErrors, double[] weights, double[] errors, double[] standardErrors) {
  /** A point is clearly worse when its error exceeds the smallest by this fraction. */
  private static final double WORSE = 0.01;

  /**
   * A fold whose path is computed point by point.
   *
   * @param weight weight of the fold's rows
   * @param error moves to a point and returns the error on the fold's rows
   */
  public record Fold(double weight, IntToDoubleFunction error) {}

  /**
   * Computes the path in all folds, point after point.
   *
   * @param patience the path ends after this many points in a row that are clearly worse than the
   *     best; 0 for the whole path
   */
  public static FoldErrors walk(List<Fold> folds, int points, int patience, Workers workers) {
    double[] weights = folds.stream().mapToDouble(Fold::weight).toArray();
    double[][] errors = new double[folds.size()][points];
    int reached = 0;
    double best = Double.POSITIVE_INFINITY;
    for (int worse = 0; reached < points && (patience == 0 || worse < patience); reached++) {
      int k = reached;
      workers.run(folds.size(), (w, f) -> errors[f][k] = folds.get(f).error.applyAsDouble(k));
      double error = mean(errors, k, weights);
      worse = error > (1 + WORSE) * best ? worse + 1 : 0;
      best = Math.min(best, error);
    }
    for (int f = 0; f < errors.length; f++) {
      errors[f] = Arrays.copyOf(errors[f], reached);
    }
    return of(errors, weights);
  }

  private static double mean(double[][] errors, int k, double[] weights) {
    double sum = 0;
    double total = 0;
    for (int f = 0; f < weights.length; f++) {
      sum += weights[f] * errors[f][k];
      total += weights[f];
    }
    return sum / total;
  }

  /** Summarises the folds' errors. */
  static FoldErrors of(double[][] foldErrors, double[] weights) {
    int points = foldErrors[0].length;
    double total = Arrays.stream(weights).sum();
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
    return new FoldErrors(foldErrors, weights, errors, standardErrors);
  }

  /** Points that were reached. */
  public int points() {
    return errors.length;
  }

  /** The point of smallest error; the strongest penalty among equals. */
  public int best() {
    int best = 0;
    for (int k = 1; k < errors.length; k++) {
      best = errors[k] < errors[best] ? k : best;
    }
    return best;
  }

  /** The error of choosing the best point by the other folds; {@link #errors} is optimistic. */
  public double choosing() {
    double sum = 0;
    double total = 0;
    for (int f = 0; f < weights.length; f++) {
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < errors.length; k++) {
        double others = 0;
        for (int o = 0; o < weights.length; o++) {
          others += o == f ? 0 : weights[o] * foldErrors[o][k];
        }
        best = others < least ? k : best;
        least = Math.min(least, others);
      }
      sum += weights[f] * foldErrors[f][best];
      total += weights[f];
    }
    return sum / total;
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
