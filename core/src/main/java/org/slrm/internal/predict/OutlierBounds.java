package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.run.EntryTest;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Limits of plausible entries of some features; entries beyond them are missing, in fits and
 * predictions.
 *
 * @param feature features with limits, increasing
 * @param low smallest plausible value of each
 * @param high largest
 */
public record OutlierBounds(int[] feature, double[] low, double[] high) {
  /** No limits. */
  public static final OutlierBounds ALL =
      new OutlierBounds(new int[0], new double[0], new double[0]);

  private static final String FEATURES = "plausible_features";
  private static final String LOW = "plausible_low";
  private static final String HIGH = "plausible_high";

  /** Whether any feature has limits. */
  public boolean limited() {
    return feature.length > 0;
  }

  /** Whether a value of a feature is beyond its limits. */
  public boolean outlying(int j, double value) {
    int k = Arrays.binarySearch(feature, j);
    return k >= 0 && (value < low[k] || value > high[k]);
  }

  /** The row without implausible entries. */
  public IncompleteRow of(IncompleteRow row) {
    return limited() ? plausible().filter(row) : row;
  }

  /** The rows without implausible entries. */
  public IncompleteMatrix of(IncompleteMatrix x) {
    return limited() ? plausible().filter(x) : x;
  }

  private EntryTest plausible() {
    return (j, v) -> !outlying(j, v);
  }

  /** Adds the limits to the arrays of a model, if there are any. */
  public void write(Map<String, Array> arrays) {
    if (limited()) {
      int n = feature.length;
      arrays.put(FEATURES, new Array(IntStream.of(feature).asDoubleStream().toArray(), n));
      arrays.put(LOW, new Array(low, n));
      arrays.put(HIGH, new Array(high, n));
    }
  }

  /** The limits of a model; early files have none. */
  public static OutlierBounds read(ModelState state, int features) {
    Array found = state.arrays().get(FEATURES);
    if (found == null) {
      return ALL;
    }
    int n = found.data().length;
    int[] feature = StateValues.wholes(state, FEATURES, n, 0, features - 1);
    double[] low = StateValues.array(state, LOW, n);
    double[] high = StateValues.array(state, HIGH, n);
    for (int k = 0; k < n; k++) {
      if (k > 0 && feature[k] <= feature[k - 1] || low[k] >= high[k]) {
        throw new IllegalArgumentException(
            "plausible limits must be of features in rising order, each low below its high, got "
                + "%s to %s of feature %s".formatted(low[k], high[k], feature[k]));
      }
    }
    return new OutlierBounds(feature, low, high);
  }
}
