package org.slrm.internal.outlier;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport.OutlierLabel;
import org.slrm.result.Predictions;

/**
 * Outlying labels by the residuals of a nonlinear fit. On nonlinear labels a linear model has
 * such large residuals that most outliers are not visible. A label is an outlier if its error
 * exceeds a multiple of the reach of held-out errors, both in the label's units and in standard
 * errors.
 */
final class ResidualOutliers {
  private final CrossValidated cv;
  private final int rows;
  private final int target;
  private final double factor;
  private final Optional<TailLimits> plain;
  private final Optional<TailLimits> standard;

  /**
   * By the errors of a fit that excluded other labels, or none.
   *
   * @param rows rows of the table; later rows were given for validation and stay unchanged
   */
  ResidualOutliers(CrossValidated cv, int rows, int target, boolean others) {
    this.cv = cv;
    this.rows = Math.min(rows, cv.rows());
    this.target = target;
    factor = others ? OutlierRules.AGAIN : OutlierRules.FIRST;
    plain = reach(i -> cv.label(i, target) - cv.prediction(i, target));
    standard =
        reach(i -> (cv.label(i, target) - cv.prediction(i, target)) / cv.standardError(i, target));
  }

  private Optional<TailLimits> reach(IntToDoubleFunction error) {
    return TailLimits.of(
        IntStream.range(0, cv.rows())
            .filter(i -> cv.weight(i) > 0)
            .mapToDouble(error)
            .filter(e -> e - e == 0)
            .toArray());
  }

  /** Whether some held-out row has one. */
  boolean any() {
    return IntStream.range(0, rows)
        .anyMatch(i -> outlying(i, cv.prediction(i, target), cv.standardError(i, target)));
  }

  /** All of them; rows that were never left out are evaluated by the fit itself. */
  List<OutlierLabel> labels(Predictions fit) {
    return IntStream.range(0, rows)
        .filter(i -> cv.weight(i) > 0)
        .filter(i -> outlying(i, expected(i, fit), error(i, fit)))
        .mapToObj(i -> new OutlierLabel(i, target, cv.label(i, target), expected(i, fit)))
        .toList();
  }

  private boolean heldOut(int i) {
    return !Double.isNaN(cv.prediction(i, target));
  }

  private double expected(int i, Predictions fit) {
    return heldOut(i) ? cv.prediction(i, target) : fit.mean(i, target);
  }

  private double error(int i, Predictions fit) {
    return heldOut(i) ? cv.standardError(i, target) : fit.standardError(i, target);
  }

  private boolean outlying(int i, double expected, double standardError) {
    double error = cv.label(i, target) - expected;
    return plain.isPresent()
        && standard.isPresent()
        && plain.get().outside(error, factor)
        && standard.get().outside(error / standardError, factor);
  }
}
