package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.LikelihoodConfig;

/**
 * Factor scores of a label-free fit in the canonical basis, then a lasso on them (L-8): the paper's
 * two stages by maximum likelihood. Several targets may share a penalty.
 */
public record ScoresCandidate(LikelihoodConfig config, Norm shared) implements Candidate {
  @Override
  public String name() {
    String penalty =
        switch (shared) {
          case NONE -> "lasso";
          case L21 -> "group lasso over targets";
          case NUCLEAR -> "reduced-rank regression";
        };
    return penalty + " (factor scores)";
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    if (shared == Norm.NONE) {
      return config.settings();
    }
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("shared", shared.word());
    return s;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.regressesAll(config.rank());
  }

  @Override
  public Member fit(SharedFits set) {
    Factors f = Canonical.of(set.labelFree(config), set.data().x().columns());
    return ScoresLasso.of(f, set, List.of(shared)).member();
  }
}
