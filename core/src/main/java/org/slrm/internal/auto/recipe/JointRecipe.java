package org.slrm.internal.auto.recipe;

import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.method.LikelihoodConfig;

/** Features and labels fitted together, with sparse coefficients when asked for. */
public record JointRecipe(LikelihoodConfig config) implements Recipe {
  @Override
  public String name() {
    return "joint, rank "
        + config.rank()
        + (config.noise() == LikelihoodConfig.Noise.ISOTROPIC ? ", one noise" : ", own noise")
        + (config.supervision() == 1 ? "" : ", label x" + (int) config.supervision())
        + (config.loadingPrior() > 1 ? ", shrunk" : "");
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
    int features = set.data().x().columns();
    Factors f = Canonical.of(set.joint(config), features);
    return config.sparse()
        ? CodeLasso.of(f.columns(0, features), set, SharedChoice.Norm.ALL).member()
        : LikelihoodMember.of(f, features);
  }
}
