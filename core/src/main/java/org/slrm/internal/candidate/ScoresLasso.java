package org.slrm.internal.candidate;

import java.util.List;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.selection.rows.SharedFits;

/**
 * Sparse coefficients of the factor scores (L-8): a lasso on scores of a label-free fit, with a
 * cross-validated penalty. Several targets may share their non-zero factors, or a low-rank
 * coefficient matrix.
 *
 * @param member the member with these coefficients
 * @param chosen the choice for each target, and the shared norm
 */
public record ScoresLasso(LikelihoodMember member, SharedChoice chosen) {

  /** For features in their canonical basis, with the best of the given norms. */
  public static ScoresLasso of(Factors x, SharedFits set, List<SharedChoice.Norm> norms) {
    int d = x.d();
    int targets = set.data().y().columns();
    double[] b = new double[targets];
    double[] w = new double[targets * d];
    double[] error = new double[targets];
    SharedChoice chosen = set.rows().scoreLassos(x, norms);
    for (int t = 0; t < targets; t++) {
      PenaltyChoice each = chosen.choices().get(t);
      b[t] = each.intercept();
      System.arraycopy(each.w(), 0, w, t * d, d);
      error[t] = each.error();
    }
    LikelihoodMember withoutNoise = new LikelihoodMember(x, b, w, new double[targets]);
    double[] tau = LabelNoise.of(withoutNoise, set.data(), error);
    return new ScoresLasso(new LikelihoodMember(x, b, w, tau), chosen);
  }
}
