package org.slrm.internal.trees.imputed;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * Inputs of the trees for a row (F-9): imputed features x̂ − μ, then the raw values of the features
 * that have missing entries in training (NaN where missing), then the ridge prediction if it is
 * used.
 *
 * @param raw features whose raw values are inputs
 * @param ridge whether the ridge prediction is an input
 */
record TreeInputs(int features, int[] raw, boolean ridge) {
  /** Inputs for rows of which some are incomplete. */
  static TreeInputs of(IncompleteMatrix x, TreeFeatures features) {
    int[] known = x.statistics(null).known();
    int[] raw =
        IntStream.range(0, features.missing() ? x.columns() : 0)
            .filter(j -> known[j] < x.rows() && known[j] > 0)
            .toArray();
    return new TreeInputs(x.columns(), raw, features.ridge() == RidgeUse.INPUT);
  }

  int count() {
    return features + raw.length + (ridge ? 1 : 0);
  }

  /** Position of the ridge prediction. */
  int ridgeAt() {
    return features + raw.length;
  }
}
