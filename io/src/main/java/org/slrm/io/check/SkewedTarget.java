package org.slrm.io.check;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.slrm.io.Table;

/**
 * A positive, skewed target that is better fitted on the logarithmic scale: ridge regression on
 * mean-imputed features has a smaller held-out error on the original scale if fitted to logarithms.
 *
 * <pre>{@code
 * SkewedTarget.in(table, 0, rows -> RowFolds.random(rows.length)).ifPresent(s -> System.out.println(s.logarithm()));
 * }</pre>
 *
 * @param target the target's name
 * @param plain RMSE of the fit on the original scale
 * @param logarithm RMSE of the fit on the logarithmic scale
 */
public record SkewedTarget(String target, double plain, double logarithm) {
  private static final double MIN_SKEWNESS = 1;

  /** Minimum ratio of the squared errors. */
  private static final double MIN_RATIO = 1.05;

  /** Minimum difference of the squared errors, in standard errors. */
  private static final double MIN_STANDARD_ERRORS = 1;

  /**
   * The two errors if the error of the logarithmic fit is clearly smaller; empty otherwise.
   *
   * @param folds assigns folds to the rows with the given indices
   */
  public static Optional<SkewedTarget> in(
      Table table, int target, Function<int[], RowFolds> folds) {
    return RowSample.of(table.features(), table.labels(), target)
        .filter(sample -> skewed(sample))
        .map(sample -> errors(sample, folds.apply(sample.rows())))
        .filter(e -> e.firstLarger(MIN_RATIO, MIN_STANDARD_ERRORS))
        .map(
            e ->
                new SkewedTarget(
                    table.targetNames().get(target), Math.sqrt(e.first()), Math.sqrt(e.second())));
  }

  private static PairedErrors errors(RowSample sample, RowFolds folds) {
    double[] y = sample.label();
    double[] log = Arrays.stream(y).map(Math::log).toArray();
    ValidatedRidge ridge =
        new ValidatedRidge(ValidatedRidge.standardised(sample.features()), folds);
    double penalty = ridge.penalty(log, eta -> PairedErrors.meanSquare(y, amounts(y, log, eta)));
    return PairedErrors.of(
        y, ridge.heldOut(y, ridge.penalty(y)), amounts(y, log, ridge.heldOut(log, penalty)));
  }

  /** Log-normal means e^(η + v/2), at most the largest label. */
  private static double[] amounts(double[] y, double[] log, double[] eta) {
    double noise = PairedErrors.meanSquare(log, eta);
    double largest = Arrays.stream(y).max().orElse(0);
    return Arrays.stream(eta).map(v -> Math.min(largest, Math.exp(v + noise / 2))).toArray();
  }

  /** Whether labels are positive and skewed, and logarithms at least halve the skewness. */
  private static boolean skewed(RowSample sample) {
    double[] y = sample.label();
    if (Arrays.stream(y).anyMatch(v -> !(v > 0))) {
      return false;
    }
    double skew = skewness(y);
    return skew > MIN_SKEWNESS
        && Math.abs(skewness(Arrays.stream(y).map(Math::log).toArray())) < skew / 2;
  }

  private static double skewness(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double second = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    double third = Arrays.stream(values).map(v -> Math.pow(v - mean, 3)).average().orElse(0);
    return second > 0 ? third / Math.pow(second, 1.5) : 0;
  }
}
