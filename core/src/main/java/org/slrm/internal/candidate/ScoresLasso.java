package org.slrm.internal.candidate;

import java.util.List;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.selection.rows.SharedFits;

/**
 * Sparse coefficients of the codes (L-8): a lasso on codes that never saw a label, its penalty by
 * folds. Several targets may share which codes matter, or few directions.
 *
 * @param member the member with them
 * @param chosen what was chosen for each target, and what they share
 */
public record ScoresLasso(LikelihoodMember member, SharedChoice chosen) {

  /**
   * For features whose basis is canonical, so that "which components matter" has an answer; by the
   * best of some norms.
   */
  public static ScoresLasso of(Factors x, SharedFits set, List<SharedChoice.Norm> among) {
    int d = x.d();
    int targets = set.data().y().columns();
    double[] b = new double[targets];
    double[] w = new double[targets * d];
    double[] error = new double[targets];
    SharedChoice chosen = set.rows().codeLassos(x, among);
    for (int t = 0; t < targets; t++) {
      PenaltyChoice each = chosen.choices().get(t);
      b[t] = each.intercept();
      System.arraycopy(each.w(), 0, w, t * d, d);
      error[t] = each.error();
    }
    LikelihoodMember bare = new LikelihoodMember(x, b, w, new double[targets]);
    double[] tau = LabelNoise.of(bare, set.data(), error);
    return new ScoresLasso(new LikelihoodMember(x, b, w, tau), chosen);
  }
}
