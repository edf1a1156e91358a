package org.slrm.internal.auto.recipe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.method.LikelihoodConfig;

/**
 * Codes of a label-free fit in the canonical basis, then a lasso on them (L-8): the paper's two
 * stages done by likelihood. Several targets may share a norm.
 */
public record CodesRecipe(LikelihoodConfig config, Norm shared) implements Recipe {
  @Override
  public String name() {
    String how =
        switch (shared) {
          case NONE -> "lasso";
          case L21 -> "lasso of shared codes";
          case NUCLEAR -> "shared directions";
        };
    return "codes + " + how + ", rank " + config.rank();
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
    return CodeLasso.of(f, set, List.of(shared)).member();
  }
}
