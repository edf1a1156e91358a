package org.slrm.internal.selection;

import java.util.Map;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SharedFits;

/**
 * The null model: the mean of the labels, the class proportions or the quantile of the labels.
 * Every search includes it, so the stack is never worse on held-out rows.
 */
public record BaselineCandidate(String name) implements Candidate {
  /** The candidate for the label kinds of this data. */
  public static BaselineCandidate of(TrainingData data) {
    boolean quantiles = data.kinds().stream().allMatch(Quantile.class::isInstance);
    return new BaselineCandidate(
        quantiles ? "baseline (training quantile)" : "baseline (mean or class shares)");
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("baseline", true);
  }

  @Override
  public Member fit(SharedFits set) {
    return MeanElasticNetSolver.nullModel(set.data());
  }
}
