package org.slrm.paper.internal.mousse;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.RankSearch;
import org.slrm.internal.selection.ValidationSplit;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * Tracked leaves: rank and number of leaves with the smallest cross-validated error, then a fit to
 * all rows.
 */
public record MousseMethod(MousseConfig config, int folds) implements Solver {
  private static final int[] LEAVES = {1, 2, 4, 8};

  /** Fewer than two folds stand for the default number. */
  public MousseMethod {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    FitRecord c = new FitRecord();
    c.criterion = "leaves of the tree";
    if (config.rank() > 0) {
      Checks.between("rank", config.rank(), 1, Math.min(data.x().rows(), data.x().columns()));
    }
    if (config.rank() > 0 && config.leaves() > 0) {
      return fit(data, config, context, c, null);
    }
    ValidationSplit split =
        ValidationSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    CandidateEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
    List<CandidateResult> results =
        config.rank() > 0
            ? growing(evaluation, config.rank())
            : RankSearch.evaluatedByRank(evaluation, folds, rank -> growing(evaluation, rank));
    if (results.isEmpty()) {
      c.note("no-candidate-evaluated");
      return fit(data, config.withRank(1).withLeaves(1), context, c, null);
    }
    CandidateResult best = RankSearch.best(results);
    CrossValidated cv = RankSearch.validated(data, split, results, best, c);
    return fit(data, ((TrackedCandidate) best.candidate()).config(), context, c, cv);
  }

  /** Trees with growing numbers of leaves while the error falls, or with the given number. */
  private List<CandidateResult> growing(CandidateEvaluation evaluation, int rank) {
    int[] leaves = config.leaves() > 0 ? new int[] {config.leaves()} : LEAVES;
    return RankSearch.whileFalling(
        evaluation,
        IntStream.of(leaves)
            .mapToObj(most -> new TrackedCandidate(config.withRank(rank).withLeaves(most)))
            .toList());
  }

  private static Fitted fit(
      TrainingData data,
      MousseConfig chosen,
      FitContext context,
      FitRecord c,
      @Nullable CrossValidated cv) {
    c.rank = chosen.rank();
    c.found.put("rank", chosen.rank());
    c.found.put("forgetting", chosen.forgettingFor(data.weight()));
    return Fitted.of(TrackedUnion.fit(chosen, data, context, c), c).with(cv);
  }

  /** Leaves with given settings. */
  private record TrackedCandidate(MousseConfig config) implements Candidate {
    @Override
    public String name() {
      return config.leaves() == 1
          ? "one tracked leaf, rank " + config.rank()
          : "up to " + config.leaves() + " tracked leaves, rank " + config.rank();
    }

    @Override
    public int rank() {
      return config.rank();
    }

    @Override
    public Map<String, Object> settings() {
      return config.settings();
    }

    @Override
    public Member fit(SharedFits set) {
      return TrackedUnion.fit(config, set.data(), set.rows().context(), new FitRecord());
    }
  }
}
