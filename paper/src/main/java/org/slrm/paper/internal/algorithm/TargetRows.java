package org.slrm.paper.internal.algorithm;

import java.util.stream.IntStream;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.label.CodeProblem;
import org.slrm.paper.internal.algorithm.passes.Parameters;

/**
 * Training data and initial values of a fit for one target.
 *
 * @param passes all rows
 * @param inMemory the rows in memory
 * @param target the target
 * @param basis U₀
 * @param codes the regression of the label on the factor scores of U₀
 */
record TargetRows(
    RowPasses passes, TrainingData inMemory, int target, double[] basis, CodeProblem codes) {
  /** All rows of a split, with an initial basis. */
  static TargetRows of(
      HoldOut.Split split, int target, double[] basis, double gate, Workers workers) {
    CodeProblem codes = codes(split.training(), target, basis, gate, workers);
    return new TargetRows(split.passes(), split.training(), target, basis, codes);
  }

  /** A random subsample of at most the given number of rows. */
  TargetRows subsample(int limit, double gate, long seed) {
    TrainingData sample = Subspaces.someRows(inMemory, limit, seed);
    CodeProblem regression =
        sample == inMemory ? codes : codes(sample, target, basis, gate, Workers.single());
    return new TargetRows(RowPasses.of(sample), sample, target, basis, regression);
  }

  /** w₀ and b₀, the elastic net of the label on the factor scores. */
  CodeRegression.Regressor start(Parameters p) {
    var path = codes.start(p.lambda2(), p.lambda3());
    return new CodeRegression.Regressor(
        path.intercept(0), path.coefficients(0), p.lambda2(), Double.NaN, Double.NaN);
  }

  int rank() {
    return basis.length / inMemory.x().columns();
  }

  private static CodeProblem codes(
      TrainingData rows, int t, double[] basis, double gate, Workers workers) {
    int d = basis.length / rows.x().columns();
    Projections p = Projections.of(basis, d, gate, rows.x(), workers);
    if (rows.kind(t).quadratic()) {
      return new CodeProblem.OfMoments(CodeRegression.moments(p, rows, t));
    }
    int[] usable = CodeRegression.usable(p, rows, t);
    double[] y = IntStream.of(usable).mapToDouble(i -> rows.label(i, t)).toArray();
    double[] q = IntStream.of(usable).mapToDouble(rows::weight).toArray();
    return new CodeProblem.OfRows(rows.kind(t), CodeRegression.codes(p, usable), p.rank(), y, q);
  }
}
