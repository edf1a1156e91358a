package org.slrm.internal.trees.completed;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * What ridge regression predicts for rows it has not seen, fold by fold, with a penalty that is
 * given: (XᵀWX + nλI) β = XᵀWy over the other folds, or the same by rows where features outnumber
 * them.
 */
final class LeftOutLine {
  private final double[] x;
  private final int p;
  private final double[] y;
  private final double[] weights;
  private final double penalty;

  /** Rows of p regressors, one after another. */
  LeftOutLine(double[] x, int p, double[] y, double[] weights, double penalty) {
    this.x = x;
    this.p = p;
    this.y = y;
    this.weights = weights;
    this.penalty = penalty;
  }

  /** Predictions of all rows, each by a fit without its fold. */
  double[] predictions(int[] fold) {
    double[] out = new double[y.length];
    int folds = IntStream.of(fold).max().orElse(-1) + 1;
    for (int f = 0; f < folds; f++) {
      int left = f;
      int[] in = IntStream.range(0, y.length).filter(i -> fold[i] != left).toArray();
      int[] held = IntStream.range(0, y.length).filter(i -> fold[i] == left).toArray();
      predict(in, held, out);
    }
    return out;
  }

  private void predict(int[] in, int[] held, double[] out) {
    double total = Arrays.stream(in).mapToDouble(i -> weights[i]).sum();
    double[] mean = new double[p];
    double label = 0;
    for (int i : in) {
      Vectors.add(mean, 0, weights[i] / total, x, i * p, p);
      label += weights[i] / total * y[i];
    }
    double[] rows = new double[in.length * p];
    double[] right = new double[in.length];
    for (int r = 0; r < in.length; r++) {
      double root = Math.sqrt(weights[in[r]]);
      Vectors.add(rows, r * p, root, x, in[r] * p, p);
      Vectors.add(rows, r * p, -root, mean, 0, p);
      right[r] = root * (y[in[r]] - label);
    }
    double[] beta =
        p <= in.length
            ? byColumns(rows, right, penalty * total)
            : byRows(rows, right, penalty * total);
    double constant = label - Vectors.dot(beta, 0, mean, 0, p);
    for (int i : held) {
      out[i] = constant + Vectors.dot(beta, 0, x, i * p, p);
    }
  }

  private double[] byColumns(double[] rows, double[] right, double ridge) {
    double[] gram = new double[Packed.length(p)];
    double[] beta = new double[p];
    for (int r = 0; r < right.length; r++) {
      Packed.addOuter(gram, 0, 1, rows, r * p, p);
      Vectors.add(beta, 0, right[r], rows, r * p, p);
    }
    solve(gram, ridge, beta);
    return beta;
  }

  /** β = Xᵀ(XXᵀ + nλI)⁻¹y. */
  private double[] byRows(double[] rows, double[] right, double ridge) {
    int n = right.length;
    double[] gram = new double[Packed.length(n)];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l <= i; l++) {
        gram[Packed.at(i, l)] = Vectors.dot(rows, i * p, rows, l * p, p);
      }
    }
    double[] dual = right.clone();
    solve(gram, ridge, dual);
    double[] beta = new double[p];
    for (int i = 0; i < n; i++) {
      Vectors.add(beta, 0, dual[i], rows, i * p, p);
    }
    return beta;
  }

  private static void solve(double[] gram, double ridge, double[] b) {
    for (int k = 0; k < b.length; k++) {
      gram[Packed.at(k, k)] += ridge;
    }
    SpdFactor factor = new SpdFactor(b.length);
    factor.factorRidged(gram, 0);
    factor.solve(b);
  }
}
