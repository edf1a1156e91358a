package org.slrm.io.train;

import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.check.Words;
import org.slrm.io.source.InputException;

/**
 * Limits of target values, which no prediction, interval or quantile exceeds.
 *
 * <pre>
 * {@code TrainingSettings s = TrainingSettings.of("share").withLimits(new TargetLimits(0, 100)); }
 * </pre>
 *
 * @param min the smallest possible value, or minus infinity
 * @param max the largest possible value, or infinity
 */
public record TargetLimits(double min, double max) {
  /** No limits. */
  public static final TargetLimits NONE =
      new TargetLimits(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  public TargetLimits {
    if (!(min < max)) {
      throw new IllegalArgumentException("min must be below max, got " + min + " and " + max);
    }
  }

  private boolean given() {
    return !equals(NONE);
  }

  /** Rejects a table with labels beyond the limits. */
  void check(Table table) {
    IncompleteMatrix labels = table.labels();
    for (int t = 0; given() && t < labels.columns(); t++) {
      String name = InputException.shown(table.targetNames().get(t));
      if (!table.schema().target(t).levels().isEmpty()) {
        throw new IllegalArgumentException(
            "--min and --max require numeric targets, but " + name + " has classes");
      }
      for (int i = 0; i < labels.rows(); i++) {
        double y = labels.valueAt(i, t);
        if (y < min || y > max) {
          String limit = y < min ? "at least --min " : "at most --max ";
          throw InputException.of(
              "%s, row %s, column \"%s\": must be %s%s, got %s"
                  .formatted(
                      table.report().file(),
                      i + 1,
                      name,
                      limit,
                      Words.rounded(y < min ? min : max),
                      Words.rounded(y)));
        }
      }
    }
  }

  /** The model with predictions of numeric targets between the limits. */
  public SlrmModel in(SlrmModel model) {
    SlrmModel out = model;
    for (int t = 0; given() && t < model.targets(); t++) {
      if (!model.labelKind(t).isClassification()) {
        out = out.within(t, min, max);
      }
    }
    return out;
  }
}
