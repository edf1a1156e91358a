package org.slrm.paper.internal.algorithm;

import java.util.stream.IntStream;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.label.CodeProblem;
import org.slrm.paper.internal.algorithm.passes.Parameters;

/**
 * The rows of a run for one target, and its start.
 *
 * @param passes all rows
 * @param inMemory those in memory
 * @param target the target
 * @param basis U₀
 * @param codes the label on the codes of U₀
 */
record TargetRows(
    RowPasses passes, TrainingData inMemory, int target, double[] basis, CodeProblem codes) {
  /** All rows of a split, from a basis. */
  static TargetRows of(
      HoldOut.Split split, int target, double[] basis, double gate, Workers workers) {
    CodeProblem codes = codes(split.training(), target, basis, gate, workers);
    return new TargetRows(split.passes(), split.training(), target, basis, codes);
  }

  /** At most the given number of them, drawn by seed. */
  TargetRows some(int limit, double gate, long seed) {
    TrainingData few = Subspaces.someRows(inMemory, limit, seed);
    CodeProblem own = few == inMemory ? codes : codes(few, target, basis, gate, Workers.single());
    return new TargetRows(RowPasses.of(few), few, target, basis, own);
  }

  /** w₀ and b₀, the elastic net of the label on the codes. */
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
