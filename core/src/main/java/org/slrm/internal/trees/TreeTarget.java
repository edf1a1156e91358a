package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;

/**
 * The labels of trees.
 *
 * @param kind the loss
 * @param y label of every row, NaN where unknown
 * @param weights row weights
 * @param offset η of every row before the first tree, null for a common constant
 */
public record TreeTarget(Label kind, double[] y, double[] weights, double @Nullable [] offset) {
  /** Without offset. */
  public TreeTarget(Label kind, double[] y, double[] weights) {
    this(kind, y, weights, null);
  }

  /** η_0, the best constant (F-2); 0 with an offset. */
  double start(int[] rows) {
    return offset != null
        ? 0
        : LabelSteps.constant(kind, rows.length, k -> y[rows[k]], k -> weights[rows[k]]);
  }

  /** Gradient of half the deviance of a row. */
  double gradient(int i, double eta) {
    return kind.gradient(y[i], eta);
  }

  /** Weighted curvature of a row that a Newton step from η may use. */
  double curvature(int i, double eta) {
    return weights[i] * LabelSteps.curvature(kind, y[i], eta);
  }

  /** Whether all rows have the same label and no finite η is optimal. */
  boolean noFiniteOptimum(int[] rows) {
    return !kind.quadratic() && IntStream.of(rows).allMatch(i -> y[i] == y[rows[0]]);
  }

  /** Labelled rows of positive weight. */
  public int[] labelled() {
    return IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]) && weights[i] > 0)
        .toArray();
  }

  /** Whether curvatures of rows are integers for every η. */
  boolean whole() {
    return kind.quadratic() && Arrays.stream(weights).allMatch(w -> w == Math.rint(w));
  }
}
