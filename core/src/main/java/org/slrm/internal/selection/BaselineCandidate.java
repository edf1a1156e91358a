package org.slrm.internal.selection;

import java.util.Map;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.selection.rows.SharedFits;

/**
 * The null model: the mean of the labels or the class shares. Every search includes it, so the
 * stack is never worse on held-out rows.
 */
public record BaselineCandidate() implements Candidate {
  @Override
  public String name() {
    return "baseline (mean or class shares)";
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("baseline", true);
  }

  @Override
  public Member fit(SharedFits set) {
    return MeanElasticNetSolver.nullModel(set.data());
  }
}
