package org.slrm.io.check;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slrm.CrossValidation;
import org.slrm.io.Table;
import org.slrm.method.LabelKind;
import org.slrm.method.MeanElasticNetConfig;

/**
 * A positive, skewed target whose logarithm is better to fit: a line on mean-filled features errs
 * less on rows left out, on the target's own scale, when it is fitted to logarithms.
 *
 * <pre>{@code
 * SkewedTarget.in(table, 0, (cv, rows) -> cv).ifPresent(s -> System.out.println(s.message()));
 * }</pre>
 *
 * @param target the target's name
 * @param plain typical error of the fit to the target itself
 * @param logarithm typical error of the fit to its logarithm
 */
public record SkewedTarget(String target, double plain, double logarithm) {
  private static final int FOLDS = 5;
  private static final double SKEWED = 1;

  /** Squared errors must differ by this factor, */
  private static final double CLEARLY = 1.05;

  /** and by as many standard errors of their difference. */
  private static final double SURELY = 1;

  /**
   * The two errors where the logarithm's is clearly smaller.
   *
   * @param splits how a cross-validation of the rows of those numbers splits them
   */
  public static Optional<SkewedTarget> in(
      Table table, int target, BiFunction<CrossValidation, int[], CrossValidation> splits) {
    return RowSample.of(table.features(), table.labels(), target)
        .filter(sample -> skewed(sample))
        .map(sample -> errors(sample, splits))
        .filter(e -> e.firstLarger(CLEARLY, SURELY))
        .map(
            e ->
                new SkewedTarget(
                    table.targetNames().get(target), Math.sqrt(e.first()), Math.sqrt(e.second())));
  }

  private static PairedErrors errors(
      RowSample sample, BiFunction<CrossValidation, int[], CrossValidation> splits) {
    CrossValidation line =
        splits.apply(
            CrossValidation.of(MeanElasticNetConfig.defaults()).folds(FOLDS), sample.rows());
    return PairedErrors.of(
        line.run(sample.features(), sample.label()),
        line.labels(List.of(LabelKind.POSITIVE)).run(sample.features(), sample.label()));
  }

  /** Positive, with a long tail that logarithms shorten by half or more. */
  private static boolean skewed(RowSample sample) {
    double[] y = new double[sample.rows().length];
    Arrays.setAll(y, i -> sample.label().valueAt(i, 0));
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

  /** What was found and what comes of it. */
  public String message() {
    return String.format(
        Locale.ROOT,
        "%s is positive and skewed, and a line errs by %.4g when fitted to its logarithm, by %.4g"
            + " otherwise: it was taken as a positive amount; --label numeric fits the numbers"
            + " themselves",
        target,
        logarithm,
        plain);
  }
}
