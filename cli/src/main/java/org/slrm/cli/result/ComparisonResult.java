package org.slrm.cli.result;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.Table;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.LabelScore;
import org.slrm.result.CrossValidated;

/**
 * Cross-validated methods, ordered by error.
 *
 * @param table what was read
 * @param warnings warnings about the data
 * @param scores score of each target
 * @param results one per method
 * @param folds number of folds
 * @param seed the seed
 */
public record ComparisonResult(
    Table table,
    List<DataWarning> warnings,
    List<LabelScore> scores,
    List<MethodResult> results,
    int folds,
    long seed) {
  /** Sorts the results. */
  public ComparisonResult {
    List<LabelScore> by = scores;
    results = results.stream().sorted(Comparator.comparingDouble(r -> unexplained(r, by))).toList();
  }

  /** Unexplained fraction of the score, averaged over targets; failed methods come last. */
  public static double unexplained(MethodResult r, List<LabelScore> scores) {
    CrossValidated cv = r.validation();
    if (cv == null) {
      return Double.POSITIVE_INFINITY;
    }
    double left =
        IntStream.range(0, cv.targets())
            .mapToDouble(t -> 1 - RowLosses.of(cv, t, scores.get(t)).explained())
            .average()
            .orElse(0);
    return Double.isNaN(left) ? Double.MAX_VALUE : left;
  }
}
