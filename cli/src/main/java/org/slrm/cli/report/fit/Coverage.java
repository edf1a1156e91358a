package org.slrm.cli.report.fit;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.result.Calibration;
import org.slrm.result.Folds;

/**
 * Coverage of intervals. Each part of the rows is evaluated by a calibration from the others.
 *
 * @param level nominal coverage
 * @param calibrated actual coverage of calibrated intervals
 * @param gaussian actual coverage of Gaussian intervals
 */
record Coverage(double[] level, double[] calibrated, double[] gaussian) {
  static final double[] LEVELS = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

  /** Coverage over some of the rows. */
  static Coverage of(HeldOutRows held, int[] rows) {
    int[] part = held.calibrationFolds();
    int parts = Arrays.stream(part).max().orElse(0) + 1;
    Calibration[] others =
        IntStream.range(0, parts).mapToObj(p -> others(held, part, p)).toArray(Calibration[]::new);
    double[] calibrated = new double[LEVELS.length];
    double[] gaussian = new double[LEVELS.length];
    for (int k = 0; k < LEVELS.length; k++) {
      double level = LEVELS[k];
      calibrated[k] = covered(held, rows, i -> others[part[i]].factor(level));
      gaussian[k] = covered(held, rows, i -> Calibration.GAUSSIAN.factor(level));
    }
    return new Coverage(LEVELS, calibrated, gaussian);
  }

  /** Coverage by standardised scores; each fifth of the rows is evaluated by the others. */
  static Coverage ofScores(double[] scores) {
    int[] part = Folds.assign(scores.length, Folds.DEFAULT, 1);
    double[] calibrated = new double[LEVELS.length];
    double[] gaussian = new double[LEVELS.length];
    for (int p = 0; p < Folds.DEFAULT; p++) {
      int number = p;
      int[] others = IntStream.range(0, part.length).filter(i -> part[i] != number).toArray();
      Calibration by =
          Calibration.ofScores(Arrays.stream(others).mapToDouble(i -> scores[i]).toArray());
      for (int k = 0; k < LEVELS.length; k++) {
        double factor = by.factor(LEVELS[k]);
        double plain = Calibration.GAUSSIAN.factor(LEVELS[k]);
        for (int i = 0; i < part.length; i++) {
          boolean evaluated = part[i] == number;
          calibrated[k] += evaluated && scores[i] <= factor ? 1.0 / part.length : 0;
          gaussian[k] += evaluated && scores[i] <= plain ? 1.0 / part.length : 0;
        }
      }
    }
    return new Coverage(LEVELS, calibrated, gaussian);
  }

  private static double covered(HeldOutRows held, int[] rows, IntToDoubleFunction factor) {
    int[] evaluated = Arrays.stream(rows).filter(i -> held.standardError()[i] > 0).toArray();
    return held.mean(
        evaluated,
        i ->
            Math.abs(held.residual(i)) <= factor.applyAsDouble(i) * held.standardError()[i]
                ? 1
                : 0);
  }

  /** A calibration by all rows outside a part. */
  private static Calibration others(HeldOutRows held, int[] part, int number) {
    int[] rows =
        IntStream.range(0, held.size())
            .filter(i -> part[i] != number && held.standardError()[i] > 0)
            .toArray();
    return Calibration.ofErrors(
        Arrays.stream(rows).mapToDouble(i -> held.residual(i) / held.standardError()[i]).toArray(),
        Arrays.stream(rows).mapToDouble(i -> held.weight()[i]).toArray());
  }
}
