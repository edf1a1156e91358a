package org.slrm.paper.internal.algorithm;

import java.util.SplittableRandom;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.internal.step.LeadingVectors;

/**
 * Principal components of incomplete data, then lasso on the codes: the subspace of all rows by
 * alternating least squares, label-free codes, one regressor per target.
 */
public record MpcrSolver(MpcrConfig config) implements Solver {

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    int d = RankRule.rank(config.rank(), data.x(), seeds.nextLong());
    double[] start = LeadingVectors.of(data.rootWeighted(), d, seeds.nextLong());
    AlternatingLeastSquares.Result subspace =
        AlternatingLeastSquares.fit(data, start, config.maxPasses(), config.tolerance(), context);
    FitRecord record = record(subspace, d);
    if (config.l1() == null) {
      record.found.put("settingsTried", CodeRegression.POINTS);
    }
    double[] U = subspace.basis();
    Projections p = Projections.of(U, d, config.gate(), data.x(), context.workers());
    int targets = data.y().columns();
    double[] w = new double[targets * d];
    double[] intercept = new double[targets];
    boolean byFolds = config.l1() == null && context.validation() == null;
    SharedChoice shared = Subspaces.shared(byFolds, p, data, context, record);
    for (int t = 0; t < targets; t++) {
      FitContext seeded = context.withSeed(seeds.nextLong());
      int target = t;
      CodeRegression.Regressor r =
          CodeRegression.of(shared, data, t).orElseGet(() -> regress(U, p, data, target, seeded));
      System.arraycopy(r.coefficients(), 0, w, t * d, d);
      intercept[t] = r.intercept();
      Subspaces.describe(record, t, d, r);
    }
    return Fitted.of(
        GatedFit.member(U, w, intercept, config.gate(), data, context.workers()), record);
  }

  /** The given penalty, or one chosen on the user's hold-out rows, or by folds. */
  private CodeRegression.Regressor regress(
      double[] U, Projections p, TrainingData data, int t, FitContext context) {
    Double l1 = config.l1();
    if (l1 != null) {
      return CodeRegression.with(p, data, t, l1);
    }
    TrainingData held = context.validation();
    if (held != null && held.y().statistics().known(t) > 0) {
      Projections h = Projections.of(U, p.rank(), config.gate(), held.x(), context.workers());
      return CodeRegression.chosenOn(h, held, p, data, t);
    }
    return CodeRegression.chosenByFolds(p, data, t, context.seed(), context.workers());
  }

  private FitRecord record(AlternatingLeastSquares.Result subspace, int d) {
    FitRecord c = new FitRecord();
    c.rank = d;
    c.found.put("rank", d);
    c.criterion = "mean squared residual of known entries";
    c.tolerance = config.tolerance();
    c.stop = subspace.stop();
    c.iterations = subspace.history().size();
    c.history.addAll(subspace.history());
    c.objective.put("reconstruction", subspace.history().get(subspace.history().size() - 1));
    if (subspace.ridged() > 0) {
      c.note("rows-below-rank", "rows", subspace.ridged());
    }
    return c;
  }
}
