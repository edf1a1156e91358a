package org.slrm.io.check;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.slrm.io.Table;

/**
 * A positive, skewed target whose logarithm is better to fit: a ridge line on mean-imputed features
 * has a smaller error on held-out rows, on the target's own scale, when it is fitted to logarithms.
 *
 * <pre>{@code
 * SkewedTarget.in(table, 0, rows -> RowFolds.random(rows.length)).ifPresent(s -> System.out.println(s.logarithm()));
 * }</pre>
 *
 * @param target the target's name
 * @param plain typical error of the fit to the target itself
 * @param logarithm typical error of the fit to its logarithm
 */
public record SkewedTarget(String target, double plain, double logarithm) {
  private static final double SKEWED = 1;

  /** Squared errors must differ by this factor, */
  private static final double CLEARLY = 1.05;

  /** and by as many standard errors of their difference. */
  private static final double SURELY = 1;

  /**
   * The two errors where the logarithm's is clearly smaller.
   *
   * @param folds how rows of those numbers are left out
   */
  public static Optional<SkewedTarget> in(
      Table table, int target, Function<int[], RowFolds> folds) {
    return RowSample.of(table.features(), table.labels(), target)
        .filter(sample -> skewed(sample))
        .map(sample -> errors(sample, folds.apply(sample.rows())))
        .filter(e -> e.firstLarger(CLEARLY, SURELY))
        .map(
            e ->
                new SkewedTarget(
                    table.targetNames().get(target), Math.sqrt(e.first()), Math.sqrt(e.second())));
  }

  private static PairedErrors errors(RowSample sample, RowFolds folds) {
    double[] y = sample.label();
    double[] log = Arrays.stream(y).map(Math::log).toArray();
    ValidatedRidge line = new ValidatedRidge(ValidatedRidge.filled(sample.features()), folds);
    double byLog = line.penalty(log, eta -> PairedErrors.meanSquare(y, amounts(y, log, eta)));
    return PairedErrors.of(
        y, line.heldOut(y, line.penalty(y)), amounts(y, log, line.heldOut(log, byLog)));
  }

  /** Of a normal logarithm the mean, e^(η + v/2); none is expected beyond the largest there is. */
  private static double[] amounts(double[] y, double[] log, double[] eta) {
    double noise = PairedErrors.meanSquare(log, eta);
    double largest = Arrays.stream(y).max().orElse(0);
    return Arrays.stream(eta).map(v -> Math.min(largest, Math.exp(v + noise / 2))).toArray();
  }

  /** Positive, with a long tail that logarithms shorten by half or more. */
  private static boolean skewed(RowSample sample) {
    double[] y = sample.label();
    if (Arrays.stream(y).anyMatch(v -> !(v > 0))) {
      return false;
    }
    double skew = skewness(y);
    return skew > SKEWED
        && Math.abs(skewness(Arrays.stream(y).map(Math::log).toArray())) < skew / 2;
  }

  private static double skewness(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double second = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    double third = Arrays.stream(values).map(v -> Math.pow(v - mean, 3)).average().orElse(0);
    return second > 0 ? third / Math.pow(second, 1.5) : 0;
  }
}
