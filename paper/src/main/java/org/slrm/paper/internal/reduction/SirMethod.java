package org.slrm.paper.internal.reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
import org.slrm.paper.SirConfig;
import org.slrm.paper.SirConfig.Estimator;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * Sufficient dimension reduction with cross-validated settings, unless they are given:
 *
 * <ol>
 *   <li>the rank of the label-free fit, by kernel regression on its codes;
 *   <li>inputs, estimator and number of directions;
 *   <li>shrinkage of covariances (I-4).
 * </ol>
 */
public record SirMethod(SirConfig config, int folds) implements Solver {
  /** With more features, directions are sought among codes: the features' covariance costs q³. */
  private static final int MAX_FEATURES = 150;

  /** Most rows for mutual information, which is an iterative ascent. */
  private static final int LSMI_ROWS = 400;

  private static final int LSMI_FEATURES = 20;
  private static final int MAX_DIRECTIONS = 4;

  /** Most directions for mutual information, which is slow for each. */
  private static final int MAX_BY_LSMI = 2;

  private static final double[] SHRINKAGES = {0.1, 0.5};

  /** Fewer than two folds stand for the default number. */
  public SirMethod {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    SearchClock clock = new SearchClock(null, context.listener());
    FitRecord c = new FitRecord();
    c.criterion = "leave-one-out squared error";
    if (config.rank() > 0) {
      Checks.between("rank", config.rank(), 1, Math.min(data.x().rows(), data.x().columns()));
    }
    Fitted fitted = chosen(data, context.with(clock), c);
    c.stop = clock.stopped() ? clock.reason() : "a linear system was solved";
    return fitted;
  }

  private Fitted chosen(TrainingData data, FitContext context, FitRecord c) {
    List<Estimator> estimators = estimators(data);
    List<Boolean> inputs = inputs(data);
    int given = config.directions();
    if (config.rank() > 0 && given > 0 && estimators.size() * inputs.size() == 1) {
      DirectionsCandidate only = candidate(config.rank(), inputs.get(0), estimators.get(0), given);
      return fit(data, only, WarmStarts.none(), context, c, null);
    }
    ValidationSplit split =
        ValidationSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    CandidateEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
    int rank = rank(evaluation, inputs);
    List<CandidateResult> results = new ArrayList<>();
    for (boolean completed : inputs) {
      for (Estimator how : estimators) {
        int most = completed ? data.x().columns() : rank;
        results.addAll(growing(evaluation, candidate(rank, completed, how, 1), most));
      }
    }
    if (results.isEmpty()) {
      c.note("no-candidate-evaluated");
      DirectionsCandidate simplest =
          candidate(rank, inputs.get(0), estimators.get(0), Math.max(1, given));
      return fit(data, simplest, WarmStarts.none(), context, c, null);
    }
    DirectionsCandidate plain = (DirectionsCandidate) RankSearch.best(results).candidate();
    for (double shrinkage : SHRINKAGES) {
      evaluation.run(plain.withShrinkage(shrinkage)).ifPresent(results::add);
    }
    CandidateResult best = RankSearch.best(results);
    CrossValidated cv = RankSearch.validated(data, split, results, best, c);
    return fit(
        data, (DirectionsCandidate) best.candidate(), evaluation.warmStarts(), context, c, cv);
  }

  /** One direction, then more until the error stops falling; or the given number. */
  private List<CandidateResult> growing(
      CandidateEvaluation evaluation, DirectionsCandidate one, int most) {
    int first = Math.max(1, config.directions());
    int limit = one.how() == Estimator.LSMI ? MAX_BY_LSMI : MAX_DIRECTIONS;
    int last = config.directions() > 0 ? first : Math.min(most, limit);
    return RankSearch.whileFalling(
        evaluation,
        IntStream.rangeClosed(first, last)
            .mapToObj(count -> candidate(one.rank(), one.completed(), one.how(), count))
            .toList());
  }

  private int rank(CandidateEvaluation evaluation, List<Boolean> inputs) {
    if (config.rank() > 0) {
      return config.rank();
    }
    boolean completed = inputs.contains(true);
    List<CandidateResult> results =
        RankSearch.growing(
            evaluation,
            folds,
            rank ->
                List.of(
                    new KernelCandidate(
                        FactorCandidate.plain(rank, true),
                        completed,
                        DirectionsCandidate.CENTRES)));
    return results.isEmpty() ? 1 : RankSearch.best(results).candidate().rank();
  }

  private DirectionsCandidate candidate(int rank, boolean completed, Estimator how, int count) {
    return new DirectionsCandidate(
        FactorCandidate.plain(rank, true),
        completed,
        how,
        count,
        new DirectionsCandidate.Cut(config.slices(), 0));
  }

  private List<Estimator> estimators(TrainingData data) {
    if (config.estimator() != Estimator.AUTO) {
      return List.of(config.estimator());
    }
    return data.labelledRows() <= LSMI_ROWS && data.x().columns() <= LSMI_FEATURES
        ? List.of(Estimator.SIR, Estimator.SAVE, Estimator.LSMI)
        : List.of(Estimator.SIR, Estimator.SAVE);
  }

  private List<Boolean> inputs(TrainingData data) {
    return switch (config.inputs()) {
      case CODES -> List.of(false);
      case COMPLETED -> List.of(true);
      case BOTH -> data.x().columns() > MAX_FEATURES ? List.of(false) : List.of(true, false);
    };
  }

  private static Fitted fit(
      TrainingData data,
      DirectionsCandidate candidate,
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
    c.found.put("inputs", candidate.completed() ? "completed" : "codes");
    c.found.put("estimator", candidate.word());
    c.found.put("directions", candidate.count());
    c.found.put("shrinkage", candidate.cut().shrinkage());
    return Fitted.of(candidate.fit(all), c).with(cv);
  }
}
