package org.slrm.internal.auto.recipe;

import java.util.ArrayList;
import java.util.List;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;

/**
 * Sparse coefficients of the codes (L-8): a lasso on codes that never saw a label, its penalty by
 * folds.
 *
 * @param member the member with them
 * @param choices what was chosen for each target
 */
public record CodeLasso(LikelihoodMember member, List<PenaltyChoice> choices) {

  /** For features whose basis is canonical, so that "which components matter" has an answer. */
  public static CodeLasso of(Factors x, SharedFits set) {
    int d = x.d();
    int targets = set.data().y().columns();
    double[] b = new double[targets];
    double[] w = new double[targets * d];
    double[] error = new double[targets];
    List<PenaltyChoice> choices = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      PenaltyChoice chosen = set.rows().lasso(x, false, t);
      b[t] = chosen.intercept();
      System.arraycopy(chosen.w(), 0, w, t * d, d);
      error[t] = chosen.error();
      choices.add(chosen);
    }
    LikelihoodMember bare = new LikelihoodMember(x, b, w, new double[targets]);
    double[] tau = LabelNoise.of(bare, set.data(), error);
    return new CodeLasso(new LikelihoodMember(x, b, w, tau), choices);
  }
}
