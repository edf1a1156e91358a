package org.slrm.internal.trees.imputed;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Out-of-fold predictions of ridge regression with a given penalty: (XᵀWX + nλI) β = XᵀWy over the
 * other folds, or the dual problem when features outnumber rows. A loss that is not quadratic
 * solves a sequence of such problems, with W c in place of W and working labels (E-6).
 *
 * @param x rows of p regressors, one after another
 */
record OutOfFoldRidge(Label kind, double[] x, int p, double[] y, double[] weights, double penalty) {
  private static final int ROUNDS = 30;
  private static final double TOLERANCE = 1e-6;

  /** Predictions of all rows, each by a fit without its fold. */
  double[] predictions(int[] fold) {
    double[] out = new double[y.length];
    int folds = IntStream.of(fold).max().orElse(-1) + 1;
    for (int f = 0; f < folds; f++) {
      int heldOut = f;
      int[] in = IntStream.range(0, y.length).filter(i -> fold[i] != heldOut).toArray();
      int[] held = IntStream.range(0, y.length).filter(i -> fold[i] == heldOut).toArray();
      predict(in, held, out);
    }
    return out;
  }

  private void predict(int[] in, int[] held, double[] out) {
    double ridge = penalty * Arrays.stream(in).mapToDouble(i -> weights[i]).sum();
    predict(kind.quadratic() ? fit(in, y, weights, ridge) : byDeviance(in, ridge), held, out);
  }

  private Fit byDeviance(int[] in, double ridge) {
    double start = LabelSteps.constant(kind, in.length, r -> y[in[r]], r -> weights[in[r]]);
    Fit fit = new Fit(start, new double[p]);
    if (IntStream.of(in).allMatch(i -> y[i] == y[in[0]])) {
      return fit;
    }
    double[] eta = new double[y.length];
    double[] next = new double[y.length];
    double[] working = new double[y.length];
    double[] counts = new double[y.length];
    predict(fit, in, eta);
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && change > TOLERANCE; round++) {
      for (int i : in) {
        double c = LabelSteps.curvature(kind, y[i], eta[i]);
        working[i] = eta[i] - kind.gradient(y[i], eta[i]) / c;
        counts[i] = weights[i] * c;
      }
      fit = fit(in, working, counts, ridge);
      predict(fit, in, next);
      change = 0;
      for (int i : in) {
        change = Math.max(change, Math.abs(next[i] - eta[i]));
        eta[i] = next[i];
      }
    }
    return fit;
  }

  /** A linear model. */
  private record Fit(double constant, double[] beta) {}

  private void predict(Fit fit, int[] predicted, double[] out) {
    for (int i : predicted) {
      out[i] = fit.constant + Vectors.dot(fit.beta, 0, x, i * p, p);
    }
  }

  private Fit fit(int[] in, double[] labels, double[] counts, double ridge) {
    double total = Arrays.stream(in).mapToDouble(i -> counts[i]).sum();
    double[] mean = new double[p];
    double label = 0;
    for (int i : in) {
      Vectors.add(mean, 0, counts[i] / total, x, i * p, p);
      label += counts[i] / total * labels[i];
    }
    double[] rows = new double[in.length * p];
    double[] right = new double[in.length];
    for (int r = 0; r < in.length; r++) {
      double root = Math.sqrt(counts[in[r]]);
      Vectors.add(rows, r * p, root, x, in[r] * p, p);
      Vectors.add(rows, r * p, -root, mean, 0, p);
      right[r] = root * (labels[in[r]] - label);
    }
    double[] beta = p <= in.length ? byColumns(rows, right, ridge) : byRows(rows, right, ridge);
    return new Fit(label - Vectors.dot(beta, 0, mean, 0, p), beta);
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
