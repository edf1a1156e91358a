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
 * The priority is the fraction of other tables on which a candidate was successful, corrected by
 * the outcomes of its family on this one; seconds follow a fixed rule.
 */
final class CandidatePriority {
  private final TableSize size;
  private final List<Candidate> successful = new ArrayList<>();
  private final List<Candidate> stopped = new ArrayList<>();

  CandidatePriority(TableSize size) {
    this.size = size;
  }

  /** Records an outcome, except of a safety net: trees on raw features say little of others. */
  void add(Candidate candidate, boolean isSuccessful) {
    if (!candidate.safetyNet()) {
      (isSuccessful ? successful : stopped).add(candidate);
    }
  }

  /** Whether a nonlinear candidate was successful. */
  boolean nonlinear() {
    return !successful.isEmpty();
  }

  /** The candidate of highest priority per second, ties by order; none when none is worth it. */
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
    double rule = candidate.seconds(size.atMost(SelectionRules.NONLINEAR_ROWS));
    return Math.max(AutoRules.MIN_SECONDS, rule);
  }

  /**
   * The counted priority times (1 + 2 successful) / (1 + 2 stopped) of its family. It is lower for
   * each other family with stopped candidates while none was successful.
   */
  double priority(Candidate candidate) {
    double p = counted(candidate) * count(successful, candidate) / count(stopped, candidate);
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

  private static double counted(Candidate candidate) {
    if (candidate instanceof TransformedCandidate t) {
      return counted(t.inner()) * AutoRules.PRIORITY_OF_TRANSFORM;
    }
    return switch (candidate.family()) {
      case LINEAR -> 1;
      case TREES -> AutoRules.PRIORITY_OF_TREES;
      case KERNELS -> AutoRules.PRIORITY_OF_KERNEL;
      case MIXTURES -> AutoRules.PRIORITY_OF_MIXTURE;
    };
  }

  private static double count(List<Candidate> candidates, Candidate like) {
    return 1 + 2.0 * candidates.stream().filter(c -> c.family() == like.family()).count();
  }
}
