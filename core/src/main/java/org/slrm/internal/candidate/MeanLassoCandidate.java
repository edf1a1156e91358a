package org.slrm.internal.candidate;

import java.util.Map;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.FitListener;

/** A lasso on mean-imputed features. */
public record MeanLassoCandidate(MeanElasticNetConfig config) implements Candidate {
  @Override
  public String name() {
    return "lasso (mean-imputed features)";
  }

  @Override
  public Map<String, Object> settings() {
    return config.settings();
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.regressesAll(rows.data().x().columns());
  }

  @Override
  public Member fit(SharedFits set) {
    if (!set.rows().inMemory()) {
      // The same regression from sufficient statistics.
      return new ImputedCandidate(null, true).fit(set);
    }
    // A stopped lasso would predict the mean. This lasso is fast, so it always finishes.
    return new MeanElasticNetSolver(config, 0)
        .fit(set.data(), set.rows().context().with(FitListener.NONE))
        .members()
        .get(0);
  }
}
