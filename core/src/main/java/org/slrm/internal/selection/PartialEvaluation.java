package org.slrm.internal.selection;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.result.FitReport.SkipReason;

/** The evaluation of one candidate fold by fold, which may be stopped early. */
public final class PartialEvaluation {
  /** Standard errors by which a gain may be larger than it seems. */
  private static final double PLAUSIBLE = 1;

  /** Standard errors by which a gain must be positive for one of several columns. */
  private static final double CERTAIN = 2;

  private final CandidateEvaluation evaluation;
  private final TrainingData data;
  private final Candidate candidate;
  private final double[] mean;
  private final double[] variance;
  private int folds;

  /** An evaluation before its first fold. */
  public PartialEvaluation(CandidateEvaluation evaluation, Candidate candidate) {
    this.evaluation = evaluation;
    this.candidate = candidate;
    data = evaluation.data();
    mean = new double[data.x().rows() * data.y().columns()];
    variance = new double[mean.length];
    Arrays.fill(mean, Double.NaN);
    Arrays.fill(variance, Double.NaN);
  }

  /**
   * The outcome of an evaluation.
   *
   * @param result the candidate with its predictions, none when it was stopped
   * @param reason why it was stopped, null when it was not
   */
  public record Outcome(Optional<CandidateResult> result, @Nullable SkipReason reason) {
    private static Outcome stopped(SkipReason reason) {
      return new Outcome(Optional.empty(), reason);
    }

    private static Outcome of(Optional<CandidateResult> result) {
      return result.isPresent() ? new Outcome(result, null) : stopped(SkipReason.NUMERICAL_FAILURE);
    }
  }

  public Candidate candidate() {
    return candidate;
  }

  /** Folds evaluated so far. */
  public int folds() {
    return folds;
  }

  /** Its result on the first folds alone. */
  public Outcome partial(int first) {
    try {
      upTo(first);
    } catch (ArithmeticException e) {
      return Outcome.stopped(SkipReason.NUMERICAL_FAILURE);
    }
    return Outcome.of(evaluation.result(candidate, mean, variance));
  }

  /** Evaluates the remaining folds unless its weight beside the reference is negligible so far. */
  public Outcome finish(@Nullable CandidateResult rival) {
    int all = evaluation.folds();
    boolean nonlinear = candidate.nonlinear();
    try {
      upTo(1);
      if (rival != null && nonlinear && firstFoldSuffices() && negligible(rival)) {
        return Outcome.stopped(SkipReason.STOPPED_EARLY);
      }
      int next = rival == null ? all : Math.min(all, SelectionRules.PARTIAL_FOLDS);
      upTo(next);
      if (rival != null && next < all && negligible(rival)) {
        return Outcome.stopped(SkipReason.STOPPED_EARLY);
      }
      upTo(all);
      if (rival != null && nonlinear && negligible(rival)) {
        return Outcome.stopped(SkipReason.STOPPED_EARLY);
      }
    } catch (ArithmeticException e) {
      return Outcome.stopped(SkipReason.NUMERICAL_FAILURE);
    }
    return Outcome.of(evaluation.result(candidate, mean, variance));
  }

  /** The first fold alone: the others reuse the settings found there. */
  private void upTo(int end) {
    while (folds < end) {
      int next = folds == 0 ? 1 : end;
      evaluation.predict(candidate, folds, next, mean, variance);
      folds = next;
    }
  }

  private boolean firstFoldSuffices() {
    return evaluation.folds() > 1 && evaluation.rows(1) >= SelectionRules.ROWS_TO_STOP_BY;
  }

  /**
   * Whether the optimal weight beside a rival, Σ e_r(e_r − e) / Σ (e_r − e)² with the
   * gradients e of their losses on held-out rows, is negligible for every target. A weight of gain
   * / distance lowers the loss by gain² / distance, which for a nonlinear candidate must be a
   * minimum fraction of it.
   */
  private boolean negligible(CandidateResult rival) {
    boolean mustImprove = candidate.nonlinear() && !candidate.alwaysEvaluated();
    double minGain = mustImprove ? SelectionRules.MIN_NONLINEAR_GAIN : 0;
    int targets = data.y().columns();
    // What is kept for one of several columns has weight in all, so it must clearly gain there.
    double shift = targets == 1 ? PLAUSIBLE : mustImprove ? -CERTAIN : 0;
    for (int t = 0; t < targets; t++) {
      double gain = 0;
      double distance = 0;
      double squares = 0;
      double total = 0;
      for (int i = 0; i < data.x().rows(); i++) {
        double y = data.label(i, t);
        double gradient = data.kind(t).gradient(y, mean[i * targets + t]);
        double rivalGradient = data.kind(t).gradient(y, rival.mean()[i * targets + t]);
        if (!Double.isNaN(gradient) && !Double.isNaN(rivalGradient)) {
          gain += data.weight(i) * rivalGradient * (rivalGradient - gradient);
          distance += data.weight(i) * (rivalGradient - gradient) * (rivalGradient - gradient);
          squares += data.weight(i) * rivalGradient * rivalGradient;
          total += data.weight(i);
        }
      }
      double standardError = total > 0 ? Math.sqrt(squares * distance / total) : 0;
      double shifted = Math.max(0, gain + shift * standardError);
      boolean eligible = shifted * shifted >= minGain * distance * squares;
      if (eligible && shifted >= SelectionRules.MIN_PARTIAL_WEIGHT * distance) {
        return false;
      }
    }
    return true;
  }
}
