package org.slrm.internal.fit;

import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.check.Checks;
import org.slrm.internal.check.DataException;
import org.slrm.internal.label.Layout;
import org.slrm.internal.run.TrainingData;

/**
 * A summary of the data of a fit.
 *
 * @param labelledRows those with a label
 * @param emptyRows those without an observed feature
 * @param known number of observed feature entries
 * @param features statistics of the features, in their own units
 * @param labels statistics of the label columns
 * @param layout the columns of each target
 */
public record DataSummary(
    long rows,
    long labelledRows,
    long emptyRows,
    long known,
    ColumnStatistics features,
    ColumnStatistics labels,
    Layout layout) {
  /** Of rows in memory. */
  public static DataSummary of(TrainingData data, Layout layout) {
    long empty = IntStream.range(0, data.x().rows()).filter(i -> data.x().observed(i) == 0).count();
    return new DataSummary(
        data.x().rows(),
        data.labelledRows(),
        empty,
        data.x().known(),
        data.x().statistics(data.weights()),
        data.y().statistics(data.weights()),
        layout);
  }

  /** Fraction of missing feature entries. */
  double missingShare() {
    double cells = (double) rows * features.columns();
    return cells == 0 ? 0 : 1 - known / cells;
  }

  /** Rejects data that cannot be fitted, or with fewer labels of a target than given. */
  void check(int labelsOfEach) {
    Checks.atLeast("features", features.columns(), 1);
    Checks.atLeast("targets", layout.size(), 1);
    Checks.atLeast("rows", (int) Math.min(Integer.MAX_VALUE, rows), 2);
    if (known == 0) {
      throw new DataException(
          "at least one feature entry must be known, got %s x %s missing entries"
              .formatted(rows, features.columns()));
    }
    for (int t = 0; t < layout.size(); t++) {
      int known = labels.known(layout.first(t));
      if (known < labelsOfEach) {
        throw new DataException(
            "target %s must have at least %s labelled %s, got %s of %s"
                .formatted(t, labelsOfEach, labelsOfEach == 1 ? "row" : "rows", known, rows));
      }
    }
    for (int c = 0; c < layout.columns(); c++) {
      if (layout.labels().get(c).quadratic() && labels.known(c) > 0) {
        double largest = Math.max(Math.abs(labels.min(c)), Math.abs(labels.max(c)));
        Checks.labelSize("target " + layout.targetOf(c), largest);
      }
    }
  }
}
