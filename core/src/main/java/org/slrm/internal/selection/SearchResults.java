package org.slrm.internal.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.SkipReason;

/** What a search has evaluated and skipped so far. Mutable, one per search. */
public final class SearchResults {
  private final List<CandidateResult> evaluated = new ArrayList<>();
  private final List<FitReport.Skipped> skipped = new ArrayList<>();

  /** The evaluated candidates, in order. */
  public List<CandidateResult> evaluated() {
    return evaluated;
  }

  /** Whether no candidate has been evaluated. */
  public boolean isEmpty() {
    return evaluated.isEmpty();
  }

  /** The candidate of smallest error so far. */
  public CandidateResult best() {
    return evaluated.stream().min(Comparator.comparingDouble(CandidateResult::score)).orElseThrow();
  }

  void add(CandidateResult result) {
    evaluated.add(result);
  }

  /** Replaces a result by a more precise one. */
  public void replace(CandidateResult old, CandidateResult by) {
    evaluated.set(evaluated.indexOf(old), by);
  }

  /** Adds a candidate that is not evaluated, or not on all folds. */
  public void skip(Candidate candidate, SkipReason reason, int folds) {
    skipped.add(new FitReport.Skipped(candidate.name(), candidate.rank(), reason, folds));
  }

  /** Writes the skipped candidates into the record of a fit. */
  public void describe(FitRecord record) {
    record.skipped.addAll(skipped);
  }
}
