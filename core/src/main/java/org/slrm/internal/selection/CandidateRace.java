package org.slrm.internal.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.result.FitReport.SkipReason;

/**
 * Evaluates candidates one after another and stops those early that add nothing to the ensemble so
 * far. Partial evaluations compare ranks of one model.
 */
public final class CandidateRace {
  private static final String BETWEEN = "between candidates";

  private final CandidateEvaluation evaluation;
  private final SearchResults results;
  private final SearchClock clock;
  private final boolean thorough;
  private final double minWeight;
  private final int partialFolds;
  private final List<Partial> partials = new ArrayList<>();
  private @Nullable CandidateResult ensemble;
  private int ensembleOf;

  /**
   * A race over the folds of an evaluation.
   *
   * @param partialFolds folds of a partial evaluation
   * @param minWeight least weight of a member of the ensemble
   * @param thorough whether nonlinear candidates race against the best one alone
   */
  public CandidateRace(
      CandidateEvaluation evaluation,
      SearchResults results,
      SearchClock clock,
      int partialFolds,
      double minWeight,
      boolean thorough) {
    this.evaluation = evaluation;
    this.results = results;
    this.clock = clock;
    this.partialFolds = Math.min(partialFolds, evaluation.folds());
    this.minWeight = minWeight;
    this.thorough = thorough;
  }

  /**
   * A candidate evaluated on the first folds.
   *
   * @param evaluation its evaluation so far, null when it is complete
   * @param result its result so far
   */
  public record Partial(@Nullable PartialEvaluation evaluation, CandidateResult result) {
    /** Its error. */
    public double score() {
      return result.score();
    }
  }

  public CandidateEvaluation evaluation() {
    return evaluation;
  }

  /** Evaluates a candidate; none when it was skipped. */
  public Optional<CandidateResult> evaluate(Candidate candidate) {
    return mayStart(candidate)
        ? finish(new PartialEvaluation(evaluation, candidate), rival(candidate))
        : Optional.empty();
  }

  /** Evaluates a candidate on the first folds; none when it was skipped. */
  public Optional<Partial> partial(Candidate candidate) {
    if (partialFolds == evaluation.folds()) {
      return evaluate(candidate).map(full -> new Partial(null, full));
    }
    if (!mayStart(candidate)) {
      return Optional.empty();
    }
    clock.announce(candidate.label());
    PartialEvaluation partial = new PartialEvaluation(evaluation, candidate);
    PartialEvaluation.Outcome outcome = partial.partial(partialFolds);
    Optional<Partial> result = outcome.result().map(r -> new Partial(partial, r));
    result.ifPresentOrElse(partials::add, () -> skip(partial, outcome));
    done(result.map(Partial::score).orElse(Double.NaN));
    return result;
  }

  /** Evaluates the chosen one on all folds and stops the other partial evaluations. */
  public Optional<CandidateResult> finish(Partial chosen) {
    partials.remove(chosen);
    stopPartials(SkipReason.OTHER_RANK);
    return chosen.evaluation == null ? Optional.of(chosen.result) : finish(chosen.evaluation, null);
  }

  /** Stops all partial evaluations. */
  public void stopPartials(SkipReason reason) {
    partials.forEach(p -> results.skip(p.result.candidate(), reason, partialFolds));
    partials.clear();
  }

  /** A result restricted to the folds of a partial evaluation. */
  public CandidateResult onPartialFolds(CandidateResult full) {
    return evaluation.firstFolds(full, partialFolds);
  }

  /** Folds of a partial evaluation. */
  public int partialFolds() {
    return partialFolds;
  }

  private boolean mayStart(Candidate candidate) {
    boolean mayStart = results.isEmpty() || clock.mayContinue(candidate.label());
    if (!mayStart) {
      results.skip(candidate, SkipReason.TIME_LIMIT, 0);
    }
    return mayStart;
  }

  private Optional<CandidateResult> finish(
      PartialEvaluation partial, @Nullable CandidateResult rival) {
    clock.announce(partial.candidate().label());
    PartialEvaluation.Outcome outcome = partial.finish(rival);
    outcome.result().ifPresentOrElse(results::add, () -> skip(partial, outcome));
    done(outcome.result().map(CandidateResult::score).orElse(Double.NaN));
    return outcome.result();
  }

  private void skip(PartialEvaluation partial, PartialEvaluation.Outcome outcome) {
    results.skip(partial.candidate(), Objects.requireNonNull(outcome.reason()), partial.folds());
  }

  private void done(double score) {
    clock.done(score);
    clock.announce(BETWEEN);
  }

  /** The reference of a candidate: the best one so far, or for a nonlinear one the ensemble. */
  private @Nullable CandidateResult rival(Candidate candidate) {
    if (results.evaluated().size() <= 1) {
      return null;
    }
    return candidate.nonlinear() && !thorough ? ensemble() : results.best();
  }

  private CandidateResult ensemble() {
    if (ensemble == null || ensembleOf != results.evaluated().size()) {
      ensemble = new Stacking(evaluation, results.evaluated(), minWeight).stack();
      ensembleOf = results.evaluated().size();
    }
    return ensemble;
  }
}
