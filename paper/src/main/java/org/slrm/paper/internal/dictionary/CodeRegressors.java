package org.slrm.paper.internal.dictionary;

import java.util.function.IntFunction;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.CodeRegression;
import org.slrm.paper.internal.algorithm.Projections;

/**
 * η = b + wᵀα* for every target (Z-5), by a lasso on codes.
 *
 * @param w one target after the other
 * @param b intercepts
 * @param l1 penalties of w
 * @param error mean deviance on folds, or of the fit itself for given penalties
 */
record CodeRegressors(double[] w, double[] b, double[] l1, double[] error) {
  /** Penalties by folds. */
  static CodeRegressors chosen(Projections codes, TrainingData data, FitContext context) {
    return of(
        codes,
        data,
        t -> CodeRegression.chosenByFolds(codes, data, t, context.seed() + t, context.workers()));
  }

  /** Given penalties. */
  static CodeRegressors with(Projections codes, TrainingData data, double[] l1) {
    return of(codes, data, t -> CodeRegression.with(codes, data, t, l1[t]));
  }

  private static CodeRegressors of(
      Projections codes, TrainingData data, IntFunction<CodeRegression.Regressor> fit) {
    int targets = data.y().columns();
    int K = codes.rank();
    CodeRegressors out =
        new CodeRegressors(
            new double[targets * K], new double[targets], new double[targets], new double[targets]);
    for (int t = 0; t < targets; t++) {
      CodeRegression.Regressor r = fit.apply(t);
      System.arraycopy(r.coefficients(), 0, out.w, t * K, K);
      out.b[t] = r.intercept();
      out.l1[t] = r.l1();
      out.error[t] = r.error();
    }
    return out;
  }

  /** η of a target for a code. */
  double eta(int t, double[] codes, int at) {
    int K = w.length / b.length;
    return b[t] + Vectors.dot(w, t * K, codes, at, K);
  }

  /** Mean deviance of each target on rows, NaN without a label. */
  double[] deviance(Dictionary dictionary, TrainingData rows, Workers workers) {
    IncompleteMatrix x = rows.x();
    double[] codes = SparseCodes.of(dictionary, x, workers).codes().codes();
    double[] out = new double[b.length];
    for (int t = 0; t < out.length; t++) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < x.rows(); i++) {
        double y = rows.label(i, t);
        if (!Double.isNaN(y)) {
          double d = rows.kind(t).deviance(y, eta(t, codes, i * dictionary.atoms()));
          sum += rows.weight(i) * d;
          total += rows.weight(i);
        }
      }
      out[t] = sum / total;
    }
    return out;
  }
}
