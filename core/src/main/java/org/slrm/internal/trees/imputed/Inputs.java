package org.slrm.internal.trees.imputed;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * What trees see of a row (F-9): imputed features x̂ − μ, then the raw values of those features
 * that have missing entries in training, NaN where missing, then what a line predicts if they are
 * to see it.
 *
 * @param features number of features
 * @param raw features whose raw values are inputs
 * @param line whether a line's prediction is
 */
record Inputs(int features, int[] raw, boolean line) {
  /** Inputs for rows of which some are incomplete. */
  static Inputs of(IncompleteMatrix x, TreeFeatures sight) {
    int[] known = x.statistics(null).known();
    int[] raw =
        IntStream.range(0, sight.missing() ? x.columns() : 0)
            .filter(j -> known[j] < x.rows() && known[j] > 0)
            .toArray();
    return new Inputs(x.columns(), raw, sight.line() == RidgeUse.INPUT);
  }

  int count() {
    return features + raw.length + (line ? 1 : 0);
  }

  /** Where the line's prediction is. */
  int lineAt() {
    return features + raw.length;
  }
}
