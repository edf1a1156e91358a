package org.slrm.cli.report.compare;

import java.util.List;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.result.MethodResult;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.LabelScore;

/**
 * The input of a comparison's report: every method on the same folds.
 *
 * @param title title of the page
 * @param provenance provenance of the comparison
 * @param columns the columns as read
 * @param features names of the columns of x
 * @param targets names of the targets
 * @param x the features
 * @param scores the score of each target
 * @param results one per method, in any order
 * @param ours name of our method, such as auto
 */
public record CompareInput(
    String title,
    ModelFile.Provenance provenance,
    List<ColumnSummary> columns,
    List<String> features,
    List<String> targets,
    IncompleteMatrix x,
    List<LabelScore> scores,
    List<MethodResult> results,
    String ours) {
  public CompareInput {
    Checks.equal("names of features", features.size(), "columns of x", x.columns());
    features = List.copyOf(features);
    targets = List.copyOf(targets);
    Checks.equal("scores", scores.size(), "number of targets", targets.size());
    scores = List.copyOf(scores);
    results = List.copyOf(results);
    columns = List.copyOf(columns);
    for (MethodResult r : results) {
      if (r.validation() != null) {
        Checks.equal(
            "targets of " + r.name(),
            r.validation().targets(),
            "number of targets",
            targets.size());
      }
    }
  }

  /** Whether our method is among the results. */
  boolean requested() {
    return results.stream().anyMatch(r -> r.name().equals(ours));
  }
}
