package org.slrm.cli.report.reproduce;

import java.util.List;
import org.slrm.cli.report.feature.Spread;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Paired;
import org.slrm.cli.reproduce.Run;

/**
 * The errors of one method at one point, over its data sets.
 *
 * @param sorted the errors, increasing
 */
record ErrorSummary(double[] sorted) {
  /** Squared errors as they are, or relative to the labels' variance. */
  static ErrorSummary of(List<Run> runs, String point, ComparedMethod method, boolean relative) {
    return new ErrorSummary(
        runs.stream()
            .filter(r -> r.point().equals(point) && r.method() == method)
            .mapToDouble(r -> relative ? r.relative() : r.mse())
            .sorted()
            .toArray());
  }

  int size() {
    return sorted.length;
  }

  double mean() {
    return Paired.mean(sorted);
  }

  double standardError() {
    return Paired.standardError(sorted);
  }

  double median() {
    return quantile(0.5);
  }

  double quantile(double level) {
    return Spread.quantile(sorted, level);
  }
}
