package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.CodeRegression;
import org.slrm.paper.internal.algorithm.Projections;
import org.slrm.paper.internal.algorithm.Subspaces;

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
    double[] codes = SparseCodes.of(dictionary, rows.x(), workers).codes().codes();
    double[] out = new double[b.length];
    Arrays.setAll(
        out, t -> Subspaces.meanDeviance(rows, t, i -> eta(t, codes, i * dictionary.atoms())));
    return out;
  }
}
