package org.slrm.internal.candidate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.LikelihoodConfig;

/** Lasso or ridge on features imputed by a label-free factor model or by their means (C-1). */
public record ImputedCandidate(@Nullable LikelihoodConfig config, boolean lasso)
    implements Candidate {
  @Override
  public String name() {
    String penalty = lasso ? "lasso" : "ridge";
    if (config == null) {
      return penalty + " (mean-imputed features)";
    }
    return penalty
        + (config.selfMasking() ? " (imputed features, self-masking)" : " (imputed features)");
  }

  @Override
  public int rank() {
    return config == null ? 0 : config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    if (config != null) {
      s.putAll(config.settings());
    }
    s.put("penalty", lasso ? "l1" : "l2");
    return s;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.regressesAll(rows.data().x().columns());
  }

  @Override
  public Member fit(SharedFits set) {
    TrainingData data = set.data();
    Factors f = config == null ? noLoadings(set.rows().features()) : set.labelFree(config);
    int p = f.columns();
    int targets = data.y().columns();
    double[] intercept = new double[targets];
    double[] beta = new double[targets * p];
    double[] error = new double[targets];
    Tuned known = set.known(this, Tuned.class);
    List<PenaltyChoice> found = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      PenaltyChoice chosen =
          known == null || !lasso
              ? chosen(set.rows(), f, t)
              : set.rows().lasso(f, t, known.penalties.get(t));
      found.add(chosen);
      intercept[t] = chosen.intercept();
      System.arraycopy(chosen.w(), 0, beta, t * p, p);
      error[t] = chosen.error();
    }
    set.store(this, new Tuned(found));
    ImputedFeaturesMember withoutNoise =
        new ImputedFeaturesMember(f, intercept, beta, new double[targets]);
    return new ImputedFeaturesMember(f, intercept, beta, LabelNoise.of(withoutNoise, data, error));
  }

  private record Tuned(List<PenaltyChoice> penalties) {}

  private PenaltyChoice chosen(CandidateRows rows, Factors f, int target) {
    if (lasso) {
      return rows.lasso(f, true, target);
    }
    return config == null ? rows.meanImputedRidge(f, target) : rows.ridge(f, target);
  }

  /** A factor model without loadings: missing entries become the mean, 0 in scaled units. */
  public static Factors noLoadings(ColumnStatistics s) {
    int p = s.columns();
    double[] psi = new double[p];
    Arrays.setAll(psi, j -> s.known(j) == 0 ? 1 : Math.max(s.variance(j), 1e-9));
    return new Factors(1, new double[p], new double[p], psi);
  }
}
