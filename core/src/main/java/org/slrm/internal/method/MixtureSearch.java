package org.slrm.internal.method;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.internal.candidate.MixtureCandidate;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.method.MixtureConfig;

/**
 * Chooses among mixtures: growing numbers of components until two in a row were worse, each with
 * ranks around the best rank of the number before; last, ranks around the best of all. A mixture
 * with more components must be better by more than a standard error.
 */
final class MixtureSearch {
  private final MixtureConfig config;
  private final CandidateEvaluation evaluation;
  private final int maxRank;
  private final int rows;
  private final List<CandidateResult> results = new ArrayList<>();
  private final Map<List<Integer>, Double> scores = new HashMap<>();

  MixtureSearch(MixtureConfig config, CandidateEvaluation evaluation, int rows) {
    this.config = config;
    this.evaluation = evaluation;
    this.rows = rows;
    maxRank = Math.max(1, Math.min(evaluation.data().x().columns() - 1, rows / 4));
  }

  List<CandidateResult> results() {
    if (config.components() > 0) {
      evaluateNeighbours(config.components(), bestRank(config.components(), 1));
      return results;
    }
    int rank = bestRank(1, 1);
    double best = score(1, rank);
    int components = 1;
    int worse = 0;
    int from = 1;
    for (int K : SelectionRules.COMPONENTS) {
      // A component has a fraction of the rows, and these must support its rank.
      if (worse < 2 && rows / K >= 2 * (Math.max(1, config.rank()) + 2)) {
        int r = bestRank(K, from);
        from = r;
        worse = score(K, r) < best ? 0 : worse + 1;
        components = score(K, r) < best ? K : components;
        rank = score(K, r) < best ? r : rank;
        best = Math.min(best, score(K, r));
      }
    }
    evaluateNeighbours(components, rank);
    return results;
  }

  /** The best rank by hill climbing on the grid: to larger ranks, or else to smaller ones. */
  private int bestRank(int K, int from) {
    if (config.rank() > 0) {
      return config.rank();
    }
    int limit = Math.max(1, maxRank / K);
    int[] grid = IntStream.of(SelectionRules.COMPONENT_RANKS).filter(r -> r <= limit).toArray();
    if (K == 1) {
      // One component is fast to fit, and a rank too small for the label must not end the search.
      return IntStream.of(grid)
          .boxed()
          .min(Comparator.comparingDouble(r -> score(1, r)))
          .orElseThrow();
    }
    int first = 0;
    while (first + 1 < grid.length && grid[first + 1] <= from) {
      first++;
    }
    int best = hillClimb(K, grid, first, 1);
    return grid[best == first ? hillClimb(K, grid, first, -1) : best];
  }

  /** Steps along the grid while the error falls. */
  private int hillClimb(int K, int[] grid, int from, int step) {
    int at = from;
    while (at + step >= 0
        && at + step < grid.length
        && score(K, grid[at + step]) < score(K, grid[at])) {
      at += step;
    }
    return at;
  }

  /** Ranks halfway between the best and its neighbours. */
  private void evaluateNeighbours(int K, int rank) {
    if (config.rank() == 0) {
      for (int r : new int[] {rank - rank / 4, rank + Math.max(1, rank / 2)}) {
        if (r >= 1 && r <= maxRank && r != rank) {
          score(K, r);
        }
      }
    }
  }

  /** The fewest components that no larger mixture beats by more than a standard error. */
  CandidateResult chosen() {
    List<CandidateResult> byComponents = new ArrayList<>(results);
    byComponents.sort(
        Comparator.<CandidateResult>comparingInt(MixtureSearch::components)
            .thenComparingDouble(CandidateResult::score));
    CandidateResult best = byComponents.get(0);
    for (CandidateResult trial : byComponents) {
      best = components(trial) > components(best) && beats(trial, best) ? trial : best;
    }
    return best;
  }

  private static int components(CandidateResult trial) {
    return ((MixtureCandidate) trial.candidate()).config().components();
  }

  /** Whether the mean gain over the held-out rows is above its standard error. */
  private boolean beats(CandidateResult trial, CandidateResult reference) {
    TrainingData data = evaluation.data();
    int targets = data.y().columns();
    double n = 0;
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < trial.mean().length; k++) {
      double y = data.label(k / targets, k % targets);
      Label kind = data.kind(k % targets);
      double gain = kind.deviance(y, reference.mean()[k]) - kind.deviance(y, trial.mean()[k]);
      if (!Double.isNaN(gain)) {
        double w = data.weight(k / targets);
        n += w;
        sum += w * gain;
        squares += w * gain * gain;
      }
    }
    double mean = sum / n;
    return mean > Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
  }

  private double score(int K, int rank) {
    return scores.computeIfAbsent(
        List.of(K, rank),
        key -> {
          Optional<CandidateResult> evaluated =
              evaluation.run(new MixtureCandidate(config.with(K, rank)));
          evaluated.ifPresent(results::add);
          return evaluated.map(CandidateResult::score).orElse(Double.POSITIVE_INFINITY);
        });
  }
}
