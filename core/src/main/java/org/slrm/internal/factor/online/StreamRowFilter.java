package org.slrm.internal.factor.online;

import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Layout;
import org.slrm.internal.run.EntryTest;
import org.slrm.internal.run.TrainingRange;

/**
 * Removes entries that a stream cannot learn from. One fill value such as 9.96921e36 would dominate
 * all sums, so entries and labels too far from the centre of their column for floating-point sums
 * become missing.
 */
public final class StreamRowFilter {
  /** Largest entry while the units of the columns are unknown. */
  private static final double LARGEST = 1e300;

  private StreamRowFilter() {}

  /** The features of a row; without a model, their units are unknown. */
  public static IncompleteRow features(
      IncompleteRow row, @Nullable OnlineModel step, Scaling units) {
    EntryTest usable =
        (j, v) ->
            Math.abs(v) <= LARGEST
                && (step == null || !step.seen(j) || TrainingRange.summable(units, j, v));
    return usable.filter(row);
  }

  /** The labels of a row; without a model, labels that are too large are rejected. */
  public static IncompleteRow labels(
      IncompleteRow labels,
      @Nullable OnlineModel step,
      int features,
      Layout layout,
      Scaling units) {
    if (step == null) {
      for (int e = 0; e < labels.observed(); e++) {
        Checks.labelSize("target " + labels.index(e), Math.max(1, Math.abs(labels.value(e))));
      }
      return labels;
    }
    EntryTest usable =
        (t, v) ->
            !layout.target(t).label(0).quadratic()
                || !step.seen(features + layout.first(t))
                || usable(t, v, layout, units);
    return usable.filter(labels);
  }

  /** Rejects waiting rows that the stream would have filtered out. */
  static void checkAll(
      IncompleteMatrix x,
      IncompleteMatrix y,
      @Nullable OnlineModel step,
      Layout layout,
      Scaling units,
      Scaling targetUnits) {
    for (int i = 0; i < x.rows(); i++) {
      layout.check(y.row(i));
      IncompleteRow row = x.row(i);
      IncompleteRow labels = y.row(i);
      if (features(row, step, units) != row
          || labels(labels, step, x.columns(), layout, targetUnits) != labels) {
        throw new IllegalArgumentException(
            "waiting row %s must be within %s units of its columns"
                .formatted(i, TrainingRange.MAX_DISTANCE));
      }
    }
  }

  private static boolean usable(int t, double label, Layout layout, Scaling units) {
    int c = layout.first(t);
    double[] code = new double[layout.columns()];
    layout.target(t).encode(label, code, c);
    return TrainingRange.summable(units, c, code[c]);
  }
}
