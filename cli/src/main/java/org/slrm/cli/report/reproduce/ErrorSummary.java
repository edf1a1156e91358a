package org.slrm.cli.report.reproduce;

import java.util.Arrays;
import java.util.List;
import org.slrm.cli.reproduce.Contestant;
import org.slrm.cli.reproduce.Run;

/** The errors of one method at one point, over its data sets. */
final class ErrorSummary {
  private final double[] sorted;

  private ErrorSummary(double[] sorted) {
    this.sorted = sorted;
  }

  /** Squared errors as they are, or relative to the labels' variance. */
  static ErrorSummary of(List<Run> runs, String point, Contestant who, boolean relative) {
    return new ErrorSummary(
        runs.stream()
            .filter(r -> r.point().equals(point) && r.method() == who)
            .mapToDouble(r -> relative ? r.relative() : r.mse())
            .sorted()
            .toArray());
  }

  int size() {
    return sorted.length;
  }

  double mean() {
    return Arrays.stream(sorted).average().orElse(Double.NaN);
  }

  double standardError() {
    double mean = mean();
    double squares = Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).sum();
    int n = sorted.length;
    return n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n);
  }

  double median() {
    return quantile(0.5);
  }

  /** By linear interpolation between order statistics. */
  double quantile(double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double at = share * (sorted.length - 1);
    int low = (int) at;
    int high = Math.min(sorted.length - 1, low + 1);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
  }
}
