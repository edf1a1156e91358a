package org.slrm.internal.auto;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.CandidateRace;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.SearchResults;
import org.slrm.result.FitReport.SkipReason;

/**
 * Chooses the rank of the plain factor model: ranks grow while the error on the first folds falls,
 * then ranks halfway between the best and its neighbours are tried, and the best is evaluated on
 * all folds.
 *
 * @param race evaluates the ranks
 * @param results candidates evaluated before, the simplest one first
 * @param factorModel the candidate of a rank
 * @param cheapRanks whether larger ranks cost little
 * @param between whether ranks between those of the grid are tried
 * @param thorough whether no rank may be stopped early by other candidates
 */
record FactorRankSearch(
    CandidateRace race,
    SearchResults results,
    IntFunction<Candidate> factorModel,
    boolean cheapRanks,
    boolean between,
    boolean thorough) {

  /** The best rank of an increasing grid. */
  Optional<CandidateResult> best(int[] ranks) {
    Optional<CandidateRace.Partial> best = Optional.empty();
    int ranksWithoutGain = 0;
    double gain = cheapRanks ? AutoRules.MIN_GAIN_OF_MANY_ROWS : AutoRules.MIN_GAIN;
    for (int k = 0; k < ranks.length; k++) {
      if (k == AutoRules.RANKS_OF_CLASSES && farBehind(best)) {
        race.stopPartials(SkipReason.FAR_BEHIND);
        return Optional.empty();
      }
      int patience = ranks[k] > AutoRules.SMALL_RANK && !cheapRanks ? 1 : 2;
      boolean stop = ranksWithoutGain >= patience && !farAhead(best);
      Optional<CandidateRace.Partial> next = stop ? Optional.empty() : partial(ranks[k]);
      boolean better =
          next.isPresent()
              && (best.isEmpty() || next.get().score() < (1 - gain) * best.get().score());
      ranksWithoutGain = better ? 0 : ranksWithoutGain + 1;
      best = better ? next : best;
    }
    return best.map(b -> between ? between(ranks, b) : b).flatMap(race::finish);
  }

  private Optional<CandidateRace.Partial> partial(int rank) {
    return race.partial(factorModel.apply(rank));
  }

  /** The best of a rank of the grid and the ranks halfway to its neighbours. */
  private CandidateRace.Partial between(int[] ranks, CandidateRace.Partial best) {
    int k = Arrays.binarySearch(ranks, best.result().candidate().rank());
    int below = k == 0 ? 1 : ranks[k - 1];
    int above = k == ranks.length - 1 ? ranks[k] : ranks[k + 1];
    CandidateRace.Partial found = best;
    for (int rank : new int[] {(below + ranks[k]) / 2, (ranks[k] + above + 1) / 2}) {
      if (Arrays.binarySearch(ranks, rank) < 0) {
        Optional<CandidateRace.Partial> next = partial(rank);
        if (next.isPresent() && next.get().score() < found.score()) {
          found = next.get();
        }
      }
    }
    return found;
  }

  /**
   * Whether factor models are far behind candidates without one, for three classes or more. Rules
   * on categorical features have no low rank, and larger ranks are slowest.
   */
  private boolean farBehind(Optional<CandidateRace.Partial> best) {
    return best.isPresent()
        && !thorough
        && !results.isEmpty()
        && ClassScores.of(race.evaluation().data().kinds()).isPresent()
        && best.get().score() > AutoRules.FAR_BEHIND * race.onPartialFolds(results.best()).score();
  }

  /** Whether the simplest candidate is clearly better: labels follow weak directions. */
  private boolean farAhead(Optional<CandidateRace.Partial> best) {
    return best.isPresent()
        && !results.isEmpty()
        && race.onPartialFolds(results.evaluated().get(0)).score()
            < AutoRules.FAR_AHEAD * best.get().score();
  }
}
