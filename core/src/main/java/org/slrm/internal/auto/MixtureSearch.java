package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.MixtureRecipe;
import org.slrm.method.MixtureConfig;

/**
 * Which mixtures are tried: numbers of components in turn until two in a row were worse, each with
 * growing ranks until one was worse, then the ranks around the best.
 */
final class MixtureSearch {
  private final MixtureConfig config;
  private final RecipeEvaluation evaluation;
  private final int most;
  private final int rows;
  private final List<JudgedRecipe> trials = new ArrayList<>();
  private final Map<List<Integer>, Double> scores = new HashMap<>();

  MixtureSearch(MixtureConfig config, RecipeEvaluation evaluation, int rows) {
    this.config = config;
    this.evaluation = evaluation;
    this.rows = rows;
    most = Math.max(1, Math.min(evaluation.data().x().columns() - 1, rows / 4));
  }

  /** All that could be judged. */
  List<JudgedRecipe> trials() {
    if (config.components() > 0) {
      around(config.components(), bestRank(config.components(), 1));
      return trials;
    }
    int rank = bestRank(1, 1);
    double best = score(1, rank);
    int components = 1;
    int worse = 0;
    int from = 1;
    for (int K : AutoRules.COMPONENTS) {
      // A component has a share of the rows, and these must bear its directions.
      if (worse < 2 && rows / K >= 2 * (Math.max(1, config.rank()) + 2)) {
        int r = bestRank(K, from);
        from = Math.max(1, r / 2);
        worse = score(K, r) < best ? 0 : worse + 1;
        components = score(K, r) < best ? K : components;
        rank = score(K, r) < best ? r : rank;
        best = Math.min(best, score(K, r));
      }
    }
    around(components, rank);
    return trials;
  }

  /** The best of growing ranks, up to the first that is worse. */
  private int bestRank(int K, int from) {
    if (config.rank() > 0) {
      return config.rank();
    }
    int best = Math.min(from, most);
    int limit = Math.max(best, most / K);
    int[] grid =
        IntStream.of(AutoRules.COMPONENT_RANKS).filter(r -> r > from && r <= limit).toArray();
    for (int r : grid) {
      if (!(score(K, r) < score(K, best))) {
        break;
      }
      best = r;
    }
    return best;
  }

  /** Ranks halfway to the neighbours of the best. */
  private void around(int K, int rank) {
    if (config.rank() == 0) {
      for (int r : new int[] {rank - rank / 4, rank + Math.max(1, rank / 2)}) {
        if (r >= 1 && r <= most && r != rank) {
          score(K, r);
        }
      }
    }
  }

  private double score(int K, int rank) {
    return scores.computeIfAbsent(
        List.of(K, rank),
        key -> {
          Optional<JudgedRecipe> judged = evaluation.run(new MixtureRecipe(config.with(K, rank)));
          judged.ifPresent(trials::add);
          return judged.map(JudgedRecipe::score).orElse(Double.POSITIVE_INFINITY);
        });
  }
}
