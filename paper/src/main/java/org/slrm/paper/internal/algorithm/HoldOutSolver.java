package org.slrm.paper.internal.algorithm;

import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.internal.algorithm.passes.PassStop;

/**
 * A solver that makes one step per row and is evaluated on rows held out, in memory or in passes.
 */
interface HoldOutSolver extends Solver, PassSolver {
  /**
   * What is settled before the first step.
   *
   * @param method its name
   * @param share of the labelled rows to hold out when the user gives none
   * @param rank 0: by the paper's rule
   */
  record Setup(String method, double share, int rank) {}

  /** The settings for it. */
  Setup setup();

  /** Fits at the rank that the record has. */
  Fitted fit(HoldOut.Split split, FitRecord record, SplittableRandom seeds, FitContext context);

  @Override
  default Fitted fit(TrainingData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    HoldOut.Split split = Subspaces.split(data, context, setup().share(), seeds.nextLong());
    return ranked(split, data.x(), seeds, context);
  }

  @Override
  default Fitted fit(PassData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    // The split is made already; its seed is passed over so that the others stay the same.
    seeds.nextLong();
    return ranked(HoldOut.Split.of(data), data.sample().x(), seeds, context);
  }

  private Fitted ranked(
      HoldOut.Split split, IncompleteMatrix all, SplittableRandom seeds, FitContext context) {
    FitRecord record = new FitRecord();
    record.rank = RankRule.rank(setup().rank(), split, all, record, seeds.nextLong());
    record.found.put("rank", record.rank);
    record.tolerance = PassStop.IMPROVEMENT;
    return fit(split, record, seeds, context);
  }
}
