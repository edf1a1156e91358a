package org.slrm.cli.report.fit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.cli.report.section.Held;
import org.slrm.result.Calibration;

/**
 * How often intervals held the label. Judging a calibration on the scores it was made from would
 * always look perfect, so each fold is judged by a calibration made from the other folds.
 *
 * @param level nominal coverage
 * @param calibrated actual coverage of calibrated intervals
 * @param gaussian actual coverage of Gaussian intervals
 */
record Coverage(double[] level, double[] calibrated, double[] gaussian) {
  static final double[] LEVELS = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

  /** Coverage over some of the rows. */
  static Coverage of(Held held, int[] rows) {
    int folds = Arrays.stream(held.fold()).max().orElse(0) + 1;
    Calibration[] others =
        IntStream.range(0, folds)
            .mapToObj(f -> Calibration.ofScores(scores(held, f)))
            .toArray(Calibration[]::new);
    double[] calibrated = new double[LEVELS.length];
    double[] gaussian = new double[LEVELS.length];
    for (int k = 0; k < LEVELS.length; k++) {
      double level = LEVELS[k];
      calibrated[k] = share(held, rows, i -> others[held.fold()[i]].factor(level));
      gaussian[k] = share(held, rows, i -> Calibration.GAUSSIAN.factor(level));
    }
    return new Coverage(LEVELS, calibrated, gaussian);
  }

  private static double share(
      Held held, int[] rows, java.util.function.IntToDoubleFunction factor) {
    return Arrays.stream(rows)
        .filter(i -> held.standardError()[i] > 0)
        .mapToDouble(
            i ->
                Math.abs(held.residual(i)) <= factor.applyAsDouble(i) * held.standardError()[i]
                    ? 1
                    : 0)
        .average()
        .orElse(Double.NaN);
  }

  /** Scores of all rows outside a fold. */
  private static double[] scores(Held held, int fold) {
    return IntStream.range(0, held.size())
        .filter(i -> held.fold()[i] != fold && held.standardError()[i] > 0)
        .mapToDouble(i -> Math.abs(held.residual(i)) / held.standardError()[i])
        .toArray();
  }
}
