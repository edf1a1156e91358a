package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.LinearMember;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.internal.algorithm.CodeRegression;
import org.slrm.paper.internal.algorithm.Projections;
import org.slrm.paper.internal.algorithm.RankRule;
import org.slrm.paper.internal.algorithm.Subspaces;
import org.slrm.paper.internal.step.LeadingVectors;
import org.slrm.result.FitListener;

/**
 * Principal components of mean-imputed features, then lasso on them. With mean imputation the model
 * is linear in the features, β = Uw, for every pattern.
 */
public record PcrSolver(PcrConfig config) implements Solver {

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    int D = data.x().columns();
    int d = RankRule.rank(config.rank(), data.x(), seeds.nextLong());
    double[] U = LeadingVectors.of(data.rootWeighted(), d, seeds.nextLong());
    Projections p = components(U, d, data.x());
    MeanImputed filled = MeanImputed.of(data);
    int targets = data.y().columns();
    LinearMember member =
        new LinearMember(
            new double[D],
            filled.variance(),
            new double[targets * D],
            new double[targets],
            new double[targets],
            new double[targets]);
    FitRecord record = record(d);
    SharedChoice shared = Subspaces.shared(config.l1() == null, p, data, context, record);
    for (int t = 0; t < targets; t++) {
      TargetRows rows = TargetRows.labelled(data, t, new int[data.x().rows()]);
      if (!wanted(t, targets, context)) {
        MeanElasticNetSolver.onlyMean(rows, data.kind(t), member);
        record.note(MeanElasticNetSolver.STOPPED_BEFORE_TARGET, "target", t);
        record.stop = FitRecord.STOPPED;
        continue;
      }
      FitContext seeded = context.withSeed(seeds.nextLong());
      int target = t;
      CodeRegression.Regressor r =
          CodeRegression.of(shared, data, t).orElseGet(() -> regress(p, data, target, seeded));
      for (int j = 0; j < D; j++) {
        member.coefficients()[t * D + j] = Vectors.dot(U, j * d, r.coefficients(), 0, d);
      }
      member.intercept()[t] = r.intercept();
      MeanElasticNetSolver.noise(filled, rows, member, data.kind(t), r.error());
      Subspaces.describe(record, t, d, r);
    }
    return Fitted.of(member, record);
  }

  private static boolean wanted(int t, int targets, FitContext context) {
    return context
        .listener()
        .onProgress(
            new FitListener.Progress(
                "lasso on components, target " + t, (double) t / targets, t, Double.NaN));
  }

  private CodeRegression.Regressor regress(
      Projections p, TrainingData data, int t, FitContext context) {
    Double l1 = config.l1();
    return l1 != null
        ? CodeRegression.with(p, data, t, l1)
        : CodeRegression.chosenByFolds(p, data, t, context.seed(), context.workers());
  }

  /** Uᵀx with missing entries at 0, the mean in scaled units. */
  private static Projections components(double[] U, int d, IncompleteMatrix x) {
    boolean[] all = new boolean[x.rows()];
    Arrays.fill(all, true);
    Projections p = new Projections(d, new double[x.rows() * d], all, new double[x.rows()]);
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        Vectors.add(p.codes(), i * d, x.value(k), U, x.column(k) * d, d);
      }
    }
    return p;
  }

  private static FitRecord record(int d) {
    FitRecord c = new FitRecord();
    c.rank = d;
    c.found.put("rank", d);
    c.criterion = "none: a closed form";
    c.stop = "done";
    c.iterations = 1;
    return c;
  }
}
