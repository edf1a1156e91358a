package org.slrm.cli.report.label;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.RowLosses;
import org.slrm.result.ClassMetrics;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.CrossValidated;

/**
 * The held-out rows of a class target.
 *
 * @param levels names of the classes
 * @param held the rows; labels and predictions are indices of classes
 * @param p probabilities of the classes, by row
 * @param metrics their metrics
 */
public record ClassRows(List<String> levels, HeldOutRows held, double[][] p, ClassMetrics metrics) {
  /** Most classes that are drawn one by one. */
  static final int MAX_DRAWN = 6;

  public static ClassRows of(CrossValidated cv, int target, List<String> levels) {
    HeldOutRows held = HeldOutRows.of(cv, target);
    ClassProbabilities all = Objects.requireNonNull(cv.probabilities());
    return new ClassRows(
        levels,
        held,
        Arrays.stream(held.row()).mapToObj(i -> all.of(i, target)).toArray(double[][]::new),
        RowLosses.metrics(cv, target));
  }

  /** The figures of their errors. */
  public String errors(RowLosses losses) {
    return ProbabilityFigures.calibration(this)
        + ProbabilityFigures.distribution(this)
        + CurveFigures.roc(this)
        + CurveFigures.precision(this)
        + ConfusionFigures.confusion(this)
        + ConfusionFigures.perClass(this)
        + ScaledErrors.byObserved(held, losses)
        + ConfusionFigures.worst(this);
  }

  /** The rows with identifiers. */
  ClassRows named(List<String> ids) {
    return new ClassRows(levels, held.named(ids), p, metrics);
  }

  /** The class of a row. */
  int label(int i) {
    return (int) held.label()[i];
  }

  /** The predicted class of a row. */
  int predicted(int i) {
    return (int) held.prediction()[i];
  }

  /** Predicted probability of a row's class. */
  double probability(int i) {
    return p[i][label(i)];
  }

  /** Classes with a curve: the second of two, otherwise those with the most rows. */
  int[] drawn() {
    if (levels.size() == 2) {
      return new int[] {1};
    }
    return Arrays.stream(Order.by(levels.size(), k -> -metrics.rows(k)))
        .filter(k -> metrics.rows(k) > 0)
        .limit(MAX_DRAWN)
        .sorted()
        .toArray();
  }

  /** Whether some classes are not drawn. */
  String left() {
    return levels.size() > MAX_DRAWN ? " The " + MAX_DRAWN + " classes with most rows." : "";
  }
}
