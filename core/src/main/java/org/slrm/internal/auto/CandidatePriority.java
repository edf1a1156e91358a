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
 * The priority is the fraction of other tables on which a candidate was kept, corrected by what its
 * family did on this one; seconds follow a fixed rule.
 */
final class CandidatePriority {
  private final TableSize size;
  private final List<Candidate> kept = new ArrayList<>();
  private final List<Candidate> stopped = new ArrayList<>();

  CandidatePriority(TableSize size) {
    this.size = size;
  }

  /**
   * Records the outcome of a candidate. A safety net does not count: trees on raw features may fail
   * where those on imputed features succeed.
   */
  void add(Candidate candidate, boolean isKept) {
    if (!candidate.safetyNet()) {
      (isKept ? kept : stopped).add(candidate);
    }
  }

  /** Whether a nonlinear candidate was kept. */
  boolean nonlinear() {
    return !kept.isEmpty();
  }

  /** The candidate of highest priority per second, ties by order; none when none is worth it. */
  Optional<Candidate> best(List<Candidate> of) {
    return of.stream()
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
   * The counted priority times (1 + 2 kept) / (1 + 2 stopped) of its family. It is lower for each
   * other family with stopped candidates while none was kept.
   */
  double priority(Candidate candidate) {
    double p = counted(candidate) * count(kept, candidate) / count(stopped, candidate);
    if (kept.isEmpty()) {
      p *= Math.pow(AutoRules.OTHER_FAMILY_STOPPED, otherFamiliesStopped(candidate));
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

  private long otherFamiliesStopped(Candidate candidate) {
    return stopped.stream()
        .map(Candidate::family)
        .filter(f -> f != candidate.family() && f != Candidate.Family.LINEAR)
        .distinct()
        .count();
  }

  private static double count(List<Candidate> of, Candidate like) {
    return 1 + 2.0 * of.stream().filter(o -> o.family() == like.family()).count();
  }
}
