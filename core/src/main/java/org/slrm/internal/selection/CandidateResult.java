package org.slrm.internal.selection;

import java.util.List;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitReport;

/**
 * A candidate evaluated on held-out rows, in scaled units; entry (row, target) at {@code row *
 * targets + target}.
 *
 * @param mean out-of-fold predictions, NaN for rows never held out
 * @param variance their variances as the members see them
 * @param mse mean squared error by target
 * @param standardError its standard error by target
 */
public record CandidateResult(
    Candidate candidate, double[] mean, double[] variance, double[] mse, double[] standardError) {
  /** This result with other variances. */
  public CandidateResult with(double[] variances) {
    return new CandidateResult(candidate, mean, variances, mse, standardError);
  }

  /** Writes candidates with their weights, target by target, into the record of a fit. */
  public static void list(FitRecord record, List<CandidateResult> results, double[][] weights) {
    for (int t = 0; t < weights.length; t++) {
      for (int k = 0; k < results.size(); k++) {
        CandidateResult result = results.get(k);
        record.candidates.add(
            new FitReport.CandidateScore(
                result.candidate.name(),
                result.candidate.rank(),
                t,
                result.mse[t],
                result.standardError[t],
                weights[t][k],
                result.candidate.settings()));
      }
    }
  }

  /** Mean over the targets. */
  public double score() {
    return java.util.Arrays.stream(mse).average().orElse(Double.NaN);
  }

  /** This result with other predictions and unchanged errors. */
  public CandidateResult predicting(double[] others) {
    return new CandidateResult(candidate, others, variance, mse, standardError);
  }
}
