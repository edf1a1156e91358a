package org.slrm.internal.method;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.KernelCandidate;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.RankSearch;
import org.slrm.internal.selection.SearchClock;
import org.slrm.internal.selection.ValidationSplit;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * Kernel regression as a method: the rank and inputs with the smallest cross-validated error,
 * unless both are given, then a label-free fit of all rows and the function on it (H-2).
 */
public record KernelMethod(KernelConfig config, int folds) implements Solver {
  /** Chooses by the given number of folds; by the default number if fewer than two. */
  public KernelMethod {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    SearchClock clock = new SearchClock(null, context.listener());
    FitRecord c = new FitRecord();
    c.criterion = "leave-one-out squared error";
    if (config.rank() > 0) {
      int limit = Math.min(data.x().rows(), data.x().columns());
      Checks.between("rank", config.rank(), 1, limit);
    }
    Fitted fitted = chosen(data, context.with(clock), c);
    c.stop = clock.stopped() ? clock.reason() : "a linear system was solved";
    return fitted;
  }

  private Fitted chosen(TrainingData data, FitContext context, FitRecord c) {
    if (config.rank() > 0 && config.inputs() != KernelConfig.Inputs.BOTH) {
      return fit(data, candidates(config.rank()).get(0), WarmStarts.none(), context, c, null);
    }
    ValidationSplit split =
        ValidationSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    CandidateEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
    List<CandidateResult> results =
        config.rank() > 0
            ? RankSearch.evaluated(evaluation, candidates(config.rank()))
            : RankSearch.growing(evaluation, folds, this::candidates);
    if (results.isEmpty()) {
      c.note("no-candidate-evaluated");
      int rank = Math.max(1, config.rank());
      return fit(data, candidates(rank).get(0), WarmStarts.none(), context, c, null);
    }
    CandidateResult best = RankSearch.best(results);
    CrossValidated cv = RankSearch.validated(data, split, results, best, c);
    KernelCandidate found = (KernelCandidate) best.candidate();
    return fit(data, found, evaluation.warmStarts(), context, c, cv);
  }

  private List<KernelCandidate> candidates(int rank) {
    Stream<Boolean> imputed =
        switch (config.inputs()) {
          case CODES -> Stream.of(false);
          case COMPLETED -> Stream.of(true);
          case BOTH -> Stream.of(false, true);
        };
    return imputed
        .map(is -> new KernelCandidate(FactorCandidate.plain(rank, false), is, config.centres()))
        .toList();
  }

  private static Fitted fit(
      TrainingData data,
      KernelCandidate candidate,
      WarmStarts warm,
      FitContext context,
      FitRecord c,
      @Nullable CrossValidated cv) {
    SharedFits all =
        new SharedFits(
            new TableRows(data, context),
            MissingIndicators.none(data.x().columns()),
            SelectionRules.FINAL_ITERATIONS,
            warm);
    c.rank = candidate.rank();
    c.found.put("inputs", candidate.imputed() ? "completed" : "codes");
    return Fitted.of(candidate.fit(all), c).with(cv);
  }
}
