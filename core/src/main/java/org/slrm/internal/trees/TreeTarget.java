package org.slrm.internal.trees;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;

/**
 * What trees are to predict.
 *
 * @param kind what the label is
 * @param y label of every row, NaN where unknown
 * @param weights how often every row counts
 * @param offset η of every row before the first tree, null where it is the same for all and to be
 *     found
 */
public record TreeTarget(Label kind, double[] y, double[] weights, double @Nullable [] offset) {
  /** Without offset. */
  public TreeTarget(Label kind, double[] y, double[] weights) {
    this(kind, y, weights, null);
  }

  /** η_0, which suits rows best when it is the same for all (F-2); 0 where there is an offset. */
  double start(int[] rows) {
    return offset != null
        ? 0
        : LabelSteps.constant(kind, rows.length, k -> y[rows[k]], k -> weights[rows[k]]);
  }

  /** Gradient of half the deviance of a row. */
  double gradient(int i, double eta) {
    return kind.gradient(y[i], eta);
  }

  /** Curvature of a row that a step from η may rely on, as often as it counts. */
  double curvature(int i, double eta) {
    return weights[i] * LabelSteps.curvature(kind, y[i], eta);
  }

  /** Whether all rows have the same label and no η is the best for it. */
  boolean hopeless(int[] rows) {
    return !kind.quadratic() && IntStream.of(rows).allMatch(i -> y[i] == y[rows[0]]);
  }

  /** Rows with a label that counts. */
  int[] labelled() {
    return IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]) && weights[i] > 0)
        .toArray();
  }

  /** Whether curvatures of rows are whole numbers, however η changes. */
  boolean whole() {
    if (!kind.quadratic()) {
      return false;
    }
    for (double w : weights) {
      if (w != Math.rint(w)) {
        return false;
      }
    }
    return true;
  }
}
