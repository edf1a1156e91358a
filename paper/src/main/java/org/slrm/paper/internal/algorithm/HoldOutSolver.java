package org.slrm.paper.internal.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.internal.algorithm.passes.PassStop;
import org.slrm.paper.internal.step.LeadingVectors;

/** A solver that updates row by row and is evaluated on held-out rows, in memory or in passes. */
interface HoldOutSolver extends Solver, PassSolver {
  /**
   * Settings that are fixed before the first step.
   *
   * @param method its name
   * @param holdOutFraction fraction of the labelled rows to hold out when the user gives none
   * @param rank 0 for the paper's rule
   */
  record Setup(String method, double holdOutFraction, int rank) {}

  /** The fixed settings. */
  Setup setup();

  /** The criterion of the record. */
  String criterion(HoldOut.Split split);

  /** The member of a target, from this basis. */
  Member fitTarget(
      HoldOut.Split split, double[] basis, int target, FitContext context, FitRecord record);

  @Override
  default Fitted fit(TrainingData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    HoldOut.Split split =
        Subspaces.split(data, context, setup().holdOutFraction(), seeds.nextLong());
    return ranked(split, data.x(), seeds, context);
  }

  @Override
  default Fitted fit(PassData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    // The split exists already; its seed is skipped so that the other seeds stay the same.
    seeds.nextLong();
    return ranked(HoldOut.Split.of(data), data.sample().x(), seeds, context);
  }

  private Fitted ranked(
      HoldOut.Split split, IncompleteMatrix all, SplittableRandom seeds, FitContext context) {
    FitRecord record = new FitRecord();
    record.rank = RankRule.rank(setup().rank(), split, all, record, seeds.nextLong());
    record.found.put("rank", record.rank);
    record.tolerance = PassStop.IMPROVEMENT;
    record.criterion = criterion(split);
    TrainingData rows = split.training();
    double[] basis = LeadingVectors.of(rows.rootWeighted(), record.rank, seeds.nextLong());
    int targets = rows.y().columns();
    List<Member> members = new ArrayList<>();
    double[][] weights = new double[targets][targets];
    for (int t = 0; t < targets; t++) {
      members.add(fitTarget(split, basis, t, context.withSeed(seeds.nextLong()), record));
      weights[t][t] = 1;
    }
    return new Fitted(members, weights, record, null);
  }
}
