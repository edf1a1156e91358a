package org.slrm.internal.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.result.FitReport.SkipReason;

/**
 * Evaluates candidates one after another and stops those early that add nothing to the ensemble so
 * far. The one place where a candidate is skipped.
 */
public final class CandidateRace {
  private static final String BETWEEN = "between candidates";

  private final CandidateEvaluation evaluation;
  private final SearchResults results;
  private final SearchClock clock;
  private final boolean thorough;
  private final double leastWeight;
  private final int partialFolds;
  private final List<Partial> open = new ArrayList<>();
  private @Nullable CandidateResult ensemble;
  private int ensembleOf;

  /**
   * A race over the folds of an evaluation.
   *
   * @param partialFolds folds of a partial evaluation
   * @param leastWeight least weight of a member of the ensemble
   * @param thorough whether nonlinear candidates race against the best one alone
   */
  public CandidateRace(
      CandidateEvaluation evaluation,
      SearchResults results,
      SearchClock clock,
      int partialFolds,
      double leastWeight,
      boolean thorough) {
    this.evaluation = evaluation;
    this.results = results;
    this.clock = clock;
    this.partialFolds = Math.min(partialFolds, evaluation.folds());
    this.leastWeight = leastWeight;
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

  /** The evaluation. */
  public CandidateEvaluation evaluation() {
    return evaluation;
  }

  /** Evaluates a candidate; none when it was skipped. */
  public Optional<CandidateResult> evaluate(Candidate candidate) {
    return begins(candidate)
        ? finish(new PartialEvaluation(evaluation, candidate), rival(candidate))
        : Optional.empty();
  }

  /** Evaluates a candidate on the first folds; none when it was skipped. */
  public Optional<Partial> partial(Candidate candidate) {
    if (partialFolds == evaluation.folds()) {
      return evaluate(candidate).map(whole -> new Partial(null, whole));
    }
    if (!begins(candidate)) {
      return Optional.empty();
    }
    clock.choosing(candidate.label());
    PartialEvaluation begun = new PartialEvaluation(evaluation, candidate);
    PartialEvaluation.Outcome outcome = begun.partial(partialFolds);
    Optional<Partial> seen = outcome.result().map(r -> new Partial(begun, r));
    seen.ifPresentOrElse(open::add, () -> skip(begun, outcome));
    done(seen.map(Partial::score).orElse(Double.NaN));
    return seen;
  }

  /** Evaluates the chosen one on all folds and stops the other partial evaluations. */
  public Optional<CandidateResult> finish(Partial chosen) {
    open.remove(chosen);
    stopPartials(SkipReason.OTHER_RANK);
    return chosen.evaluation == null ? Optional.of(chosen.result) : finish(chosen.evaluation, null);
  }

  /** Stops all partial evaluations. */
  public void stopPartials(SkipReason reason) {
    open.forEach(p -> results.skip(p.result.candidate(), reason, partialFolds));
    open.clear();
  }

  /** A result restricted to the folds of a partial evaluation. */
  public CandidateResult onPartialFolds(CandidateResult whole) {
    return evaluation.firstFolds(whole, partialFolds);
  }

  /** Folds of a partial evaluation. */
  public int partialFolds() {
    return partialFolds;
  }

  private boolean begins(Candidate candidate) {
    boolean begins = results.isEmpty() || clock.goOn(candidate.label());
    if (!begins) {
      results.skip(candidate, SkipReason.TIME_LIMIT, 0);
    }
    return begins;
  }

  private Optional<CandidateResult> finish(
      PartialEvaluation begun, @Nullable CandidateResult rival) {
    clock.choosing(begun.candidate().label());
    PartialEvaluation.Outcome outcome = begun.finish(rival);
    outcome.result().ifPresentOrElse(results::add, () -> skip(begun, outcome));
    done(outcome.result().map(CandidateResult::score).orElse(Double.NaN));
    return outcome.result();
  }

  private void skip(PartialEvaluation begun, PartialEvaluation.Outcome outcome) {
    results.skip(begun.candidate(), Objects.requireNonNull(outcome.reason()), begun.folds());
  }

  private void done(double score) {
    clock.done(score);
    clock.choosing(BETWEEN);
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
      ensemble = new Stacking(evaluation, results.evaluated(), leastWeight).stack();
      ensembleOf = results.evaluated().size();
    }
    return ensemble;
  }
}
