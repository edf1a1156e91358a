package org.slrm.internal.stack;

import java.util.Map;
import org.slrm.LikelihoodConfig;
import org.slrm.internal.TrainingData;
import org.slrm.internal.likelihood.Canonical;
import org.slrm.internal.likelihood.Completions;
import org.slrm.internal.likelihood.Factors;
import org.slrm.internal.likelihood.LikelihoodMember;
import org.slrm.internal.model.Member;
import org.slrm.internal.solver.PenaltyChoice;

/**
 * Codes of a label-free fit in the canonical basis, then a lasso on them (L-8): the paper's two
 * stages done by likelihood.
 */
record CodesRecipe(LikelihoodConfig config) implements Recipe {
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
  public Member fit(TrainingSet set) {
    TrainingData data = set.data();
    Factors f = Canonical.of(set.labelFree(config), data.x().columns());
    int d = f.d();
    int targets = data.y().columns();
    double[] codes = Completions.of(f, data.x(), false, set.context().workers()).codes();
    double[] b = new double[targets];
    double[] w = new double[targets * d];
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      PenaltyChoice chosen = PenaltyChoice.of(new DenseDesign(codes, d), data, t, 1, set.context());
      b[t] = chosen.intercept();
      System.arraycopy(chosen.w(), 0, w, t * d, d);
      error[t] = chosen.error();
    }
    LikelihoodMember bare = new LikelihoodMember(f, b, w, new double[targets]);
    return new LikelihoodMember(f, b, w, LabelNoise.of(bare, data, error));
  }
}
