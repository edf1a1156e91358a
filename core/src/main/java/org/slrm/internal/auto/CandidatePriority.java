package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slrm.internal.candidate.TransformedCandidate;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.result.FitReport.SkipReason;

/**
 * Orders nonlinear candidates by priority per second and stops when none is worth its cost.
 * The priority is the success rate of a candidate on other tables, corrected by the outcomes of its
 * family on this one; seconds come from a fixed cost model.
 */
final class CandidatePriority {
  private final TableSize size;
  private final List<Candidate> successful = new ArrayList<>();
  private final List<Candidate> stopped = new ArrayList<>();

  CandidatePriority(TableSize size) {
    this.size = size;
  }

  /**
   * Records an outcome. That of the trees on raw features, always evaluated, is ignored, since they
   * are not informative about other candidates.
   */
  void add(Candidate candidate, boolean isSuccessful) {
    if (!candidate.alwaysEvaluated()) {
      (isSuccessful ? successful : stopped).add(candidate);
    }
  }

  /** Whether a nonlinear candidate was successful. */
  boolean nonlinear() {
    return !successful.isEmpty();
  }

  /**
   * The candidate of highest priority per second, the first of equal ones; empty if none qualifies.
   */
  Optional<Candidate> best(List<Candidate> candidates) {
    return candidates.stream()
        .filter(c -> priority(c) >= AutoRules.MIN_PRIORITY)
        .filter(c -> priority(c) >= AutoRules.MIN_PRIORITY_PER_SECOND * seconds(c))
        .max(Comparator.comparingDouble(c -> priority(c) / seconds(c)));
  }

  /** Why a candidate is skipped. */
  SkipReason reason(Candidate candidate) {
    if (priority(candidate) >= AutoRules.MIN_PRIORITY) {
      return SkipReason.COST;
    }
    return nonlinear() ? SkipReason.FAMILY_STOPPED : SkipReason.NO_NONLINEAR_GAIN;
  }

  double seconds(Candidate candidate) {
    double estimate = candidate.seconds(size.atMost(SelectionRules.NONLINEAR_ROWS));
    return Math.max(AutoRules.MIN_SECONDS, estimate);
  }

  /**
   * The success rate on other tables times (1 + 2 successful) / (1 + 2 stopped) of its family.
   * While no candidate was successful, each other family with stopped candidates lowers it.
   */
  double priority(Candidate candidate) {
    double p =
        successRate(candidate)
            * pseudoCount(successful, candidate)
            / pseudoCount(stopped, candidate);
    if (successful.isEmpty()) {
      long otherFamiliesStopped =
          stopped.stream()
              .map(Candidate::family)
              .filter(f -> f != candidate.family() && f != Candidate.Family.LINEAR)
              .distinct()
              .count();
      p *= Math.pow(AutoRules.OTHER_FAMILY_STOPPED, otherFamiliesStopped);
    }
    if (candidate instanceof TransformedCandidate t && stopped.contains(t.inner())) {
      p *= AutoRules.UNTRANSFORMED_STOPPED;
    }
    return Math.min(1, p);
  }

  private static double successRate(Candidate candidate) {
    if (candidate instanceof TransformedCandidate t) {
      return successRate(t.inner()) * AutoRules.PRIORITY_OF_TRANSFORM;
    }
    return switch (candidate.family()) {
      case LINEAR -> 1;
      case TREES -> AutoRules.PRIORITY_OF_TREES;
      case KERNELS -> AutoRules.PRIORITY_OF_KERNEL;
      case MIXTURES -> AutoRules.PRIORITY_OF_MIXTURE;
    };
  }

  private static double pseudoCount(List<Candidate> candidates, Candidate like) {
    return 1 + 2.0 * candidates.stream().filter(c -> c.family() == like.family()).count();
  }
}
