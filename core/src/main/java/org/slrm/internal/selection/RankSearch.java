package org.slrm.internal.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.CrossValidated;

/** Chooses the rank of a single candidate by the folds of a split. */
public final class RankSearch {
  private RankSearch() {}

  /** Evaluates growing ranks until two in a row were worse than the best. */
  public static List<CandidateResult> growing(
      CandidateEvaluation evaluation,
      int folds,
      IntFunction<List<? extends Candidate>> candidates) {
    return growing(evaluation, folds, candidates, best -> false);
  }

  /** Evaluates growing ranks; continues while the best score so far is not acceptable. */
  public static List<CandidateResult> growing(
      CandidateEvaluation evaluation,
      int folds,
      IntFunction<List<? extends Candidate>> candidates,
      DoublePredicate unacceptable) {
    return byRank(
        evaluation, folds, rank -> evaluated(evaluation, candidates.apply(rank)), unacceptable);
  }

  /** Evaluates growing ranks whose candidates depend on the results so far. */
  public static List<CandidateResult> evaluatedByRank(
      CandidateEvaluation evaluation, int folds, IntFunction<List<CandidateResult>> evaluate) {
    return byRank(evaluation, folds, evaluate, best -> false);
  }

  private static List<CandidateResult> byRank(
      CandidateEvaluation evaluation,
      int folds,
      IntFunction<List<CandidateResult>> evaluate,
      DoublePredicate unacceptable) {
    List<CandidateResult> results = new ArrayList<>();
    int n = (int) Math.round(evaluation.data().x().rows() * (1 - 1.0 / folds));
    double best = Double.POSITIVE_INFINITY;
    int ranksWithoutGain = 0;
    for (int rank : grid(n, evaluation.data().x().columns(), 0)) {
      if (ranksWithoutGain >= 2 && !unacceptable.test(best)) {
        break;
      }
      List<CandidateResult> evaluated = evaluate.apply(rank);
      if (!evaluated.isEmpty()) {
        double score = best(evaluated).score();
        ranksWithoutGain = score > best ? ranksWithoutGain + 1 : 0;
        best = Math.min(best, score);
        results.addAll(evaluated);
      }
    }
    return results;
  }

  /** Evaluates candidates in their order until one fails or does not improve on the best. */
  public static List<CandidateResult> whileFalling(
      CandidateEvaluation evaluation, List<? extends Candidate> candidates) {
    List<CandidateResult> out = new ArrayList<>();
    for (Candidate next : candidates) {
      Optional<CandidateResult> result = evaluation.run(next);
      boolean better =
          result.isPresent() && (out.isEmpty() || result.get().score() < best(out).score());
      result.ifPresent(out::add);
      if (!better) {
        break;
      }
    }
    return out;
  }

  /** The results of the candidates that did not fail. */
  public static List<CandidateResult> evaluated(
      CandidateEvaluation evaluation, List<? extends Candidate> candidates) {
    return candidates.stream().map(evaluation::run).flatMap(Optional::stream).toList();
  }

  /** The given rank, or ranks to D − 1 of the varying features, a quarter of the rows, and 60. */
  public static int[] grid(int n, int features, int given) {
    if (given > 0) {
      return new int[] {given};
    }
    int[] ranks = SelectionRules.RANKS;
    int maxRank = Math.max(1, Math.min(Math.min(features - 1, n / 4), ranks[ranks.length - 1]));
    int smallest = SelectionRules.SMALLEST_RANK_OF_LARGE_TABLE;
    int minRank = n >= SelectionRules.LARGE_TABLE && maxRank >= 3 * smallest ? smallest : 1;
    IntStream grid = IntStream.of(ranks).filter(r -> r >= minRank && r < maxRank * 0.9);
    return IntStream.concat(grid, IntStream.of(maxRank)).toArray();
  }

  /** The result of smallest error. */
  public static CandidateResult best(List<CandidateResult> results) {
    return results.stream().min(Comparator.comparingDouble(CandidateResult::score)).orElseThrow();
  }

  /** Records the results and returns the held-out predictions of the best. */
  public static CrossValidated validated(
      TrainingData data,
      ValidationSplit split,
      List<CandidateResult> results,
      CandidateResult best,
      FitRecord record) {
    double[][] weights = new double[data.y().columns()][results.size()];
    for (double[] w : weights) {
      w[results.indexOf(best)] = 1;
    }
    CandidateResult.list(record, results, weights);
    record.found.put("rank", best.candidate().rank());
    return split.validation(data, results, weights);
  }
}
