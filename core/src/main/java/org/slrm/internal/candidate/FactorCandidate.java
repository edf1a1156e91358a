package org.slrm.internal.candidate;

import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Noise;

/** A factor model of features and labels together, with sparse coefficients when asked for. */
public record FactorCandidate(LikelihoodConfig config) implements Candidate {
  /** Settings of the plain model, with one noise variance (PPCA) or one per feature. */
  public static LikelihoodConfig plain(int rank, boolean perFeature) {
    return LikelihoodConfig.defaults()
        .withRank(rank)
        .withNoise(perFeature ? Noise.PER_FEATURE : Noise.ISOTROPIC)
        .withSupervision(1)
        .withLoadingPrior(1)
        .withPatience(2);
  }

  @Override
  public String name() {
    return (config.noise() == Noise.ISOTROPIC ? "PPCA" : "factor analysis")
        + (config.supervision() == 1 ? "" : ", supervision weight " + (int) config.supervision())
        + (config.priors().loading() > 1 ? ", stronger prior" : "")
        + (config.selfMasking() ? ", self-masking" : "");
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
    if (config.sparse()) {
      return ScoresLasso.of(f.columns(0, features), set, SharedChoice.Norm.ALL).member();
    }
    LikelihoodMember member = LikelihoodMember.of(f, features);
    return config.priors().loading() > 1 ? member.thinned() : member;
  }
}
