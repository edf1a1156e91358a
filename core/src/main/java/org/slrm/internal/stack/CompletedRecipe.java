package org.slrm.internal.stack;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.LikelihoodConfig;
import org.slrm.internal.TrainingData;
import org.slrm.internal.likelihood.CompletedMember;
import org.slrm.internal.likelihood.Completions;
import org.slrm.internal.likelihood.Factors;
import org.slrm.internal.model.Member;
import org.slrm.internal.solver.PenaltyChoice;

/** Features completed by a label-free fit, then an elastic net on the features themselves (C-1). */
record CompletedRecipe(LikelihoodConfig config, double l1Ratio) implements Recipe {
  @Override
  public String name() {
    return "completed features + " + (l1Ratio == 1 ? "lasso" : "ridge") + ", rank " + config.rank();
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("l1Ratio", l1Ratio);
    return s;
  }

  @Override
  public Member fit(TrainingSet set) {
    TrainingData data = set.data();
    Factors f = set.labelFree(config);
    int p = f.columns();
    int targets = data.y().columns();
    double[] x = Completions.of(f, data.x(), true, set.context().workers()).features();
    double[] intercept = new double[targets];
    double[] beta = new double[targets * p];
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      PenaltyChoice chosen =
          PenaltyChoice.of(new DenseDesign(x, p), data, t, l1Ratio, set.context());
      intercept[t] = chosen.intercept();
      System.arraycopy(chosen.w(), 0, beta, t * p, p);
      error[t] = chosen.error();
    }
    CompletedMember bare = new CompletedMember(f, intercept, beta, new double[targets]);
    return new CompletedMember(f, intercept, beta, LabelNoise.of(bare, data, error));
  }
}
