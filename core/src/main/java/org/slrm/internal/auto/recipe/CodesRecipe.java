package org.slrm.internal.auto.recipe;

import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.method.LikelihoodConfig;

/**
 * Codes of a label-free fit in the canonical basis, then a lasso on them (L-8): the paper's two
 * stages done by likelihood.
 */
public record CodesRecipe(LikelihoodConfig config) implements Recipe {
  @Override
  public String name() {
    return "codes + lasso, rank " + config.rank();
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    return config.settings();
  }

  @Override
  public Member fit(SharedFits set) {
    Factors f = Canonical.of(set.labelFree(config), set.data().x().columns());
    return CodeLasso.of(f, set).member();
  }
}
