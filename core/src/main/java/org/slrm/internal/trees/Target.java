package org.slrm.internal.trees;

import java.util.stream.IntStream;
import org.slrm.internal.label.Label;

/**
 * What trees are to predict.
 *
 * @param kind what the label is
 * @param y label of every row, NaN where unknown
 * @param weights how often every row counts
 */
public record Target(Label kind, double[] y, double[] weights) {
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
