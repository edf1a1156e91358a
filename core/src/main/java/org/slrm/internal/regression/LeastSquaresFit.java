package org.slrm.internal.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.internal.linalg.Vectors;

/**
 * Elastic net without a penalty: least squares of a target on mean-imputed features and an
 * intercept column, without centring or scaling, for full precision. For dependent features the
 * coefficients are the shortest in units of the features' deviations.
 *
 * @param filled mean-imputed features
 */
public record LeastSquaresFit(MeanImputed filled, TargetRows rows) {
  /** The fit to all rows, as a path of one point. */
  public ElasticNetPath all() {
    return path(rows);
  }

  /** Fits without each fold, evaluated on it. */
  public CrossValidatedPath evaluated() {
    List<ElasticNetPath> paths = new ArrayList<>();
    double[][] errors = new double[rows.folds()][1];
    double[] weights = new double[rows.folds()];
    for (int f = 0; f < rows.folds(); f++) {
      int fold = f;
      paths.add(path(rows.where(r -> rows.fold()[r] != fold)));
      errors[f][0] = error(paths.get(f), f);
      weights[f] = weight(f);
    }
    return new CrossValidatedPath(Penalties.of(0, 0), paths, FoldErrors.of(errors, weights));
  }

  /** Mean squared error on the rows of a fold, on all rows for −1. */
  public double error(ElasticNetPath path, int fold) {
    double[] w = path.coefficients(0);
    double sum = 0;
    for (int r = 0; r < rows.size(); r++) {
      if (fold < 0 || rows.fold()[r] == fold) {
        double e = rows.y()[r] - filled.predict(rows.rows()[r], path.intercept(0), w);
        sum += rows.weights()[r] * e * e;
      }
    }
    return sum / weight(fold);
  }

  private double weight(int fold) {
    return IntStream.range(0, rows.size())
        .filter(r -> fold < 0 || rows.fold()[r] == fold)
        .mapToDouble(r -> rows.weights()[r])
        .sum();
  }

  private ElasticNetPath path(TargetRows among) {
    int p = filled.columns();
    int[] varying = IntStream.range(0, p).filter(j -> filled.variance()[j] > 0).toArray();
    int q = varying.length + 1;
    if (q > among.size()) {
      return shortest(among, p);
    }
    double[] table = filled.uncentred(among.rows());
    double[] a = new double[Math.multiplyExact(among.size(), q)];
    double[] b = new double[among.size()];
    for (int r = 0; r < b.length; r++) {
      // Equal weights must not cause rounding.
      double root = Math.sqrt(among.weights()[r]);
      a[r * q] = root;
      b[r] = root * among.y()[r];
      for (int k = 1; k < q; k++) {
        a[r * q + k] = root * table[r * p + varying[k - 1]];
      }
    }
    double[] w = new double[p];
    Optional<double[]> found = LeastSquares.unique(a, among.size(), q, b);
    if (found.isPresent()) {
      for (int k = 1; k < q; k++) {
        w[varying[k - 1]] = found.get()[k];
      }
      double intercept = found.get()[0] + Vectors.dot(filled.mean(), 0, w, 0, p);
      return path(intercept, w);
    }
    return shortest(among, p);
  }

  private ElasticNetPath shortest(TargetRows among, int p) {
    RawProblem problem =
        RawProblem.ofRows(filled.rows(among.rows()), p, among.y(), among.weights());
    return ElasticNet.path(problem, Penalties.of(0, 0), new ElasticNet.Settings(true, 1, 1));
  }

  private static ElasticNetPath path(double intercept, double[] w) {
    int[] support = IntStream.range(0, w.length).filter(j -> w[j] != 0).toArray();
    return new ElasticNetPath(
        Penalties.of(0, 0),
        w.length,
        new double[] {intercept},
        new int[][] {support},
        new double[][] {IntStream.of(support).mapToDouble(j -> w[j]).toArray()},
        new double[1],
        new int[] {1});
  }
}
