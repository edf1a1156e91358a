package org.slrm.internal.trees.imputed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.CategoricalColumns;

/**
 * Inputs of the trees for a row (F-9): imputed features x̂ − μ, then the raw values of the features
 * that have missing entries in training (NaN where missing), then the ridge prediction if it is
 * used.
 *
 * @param raw features whose raw values are inputs
 * @param ridge whether the ridge prediction is an input
 * @param categories inputs that are indicators of categorical columns: raw values of columns with
 *     missing entries, otherwise x̂ − μ
 */
record TreeInputs(int features, int[] raw, boolean ridge, CategoricalColumns categories) {
  /** Inputs for rows of which some are incomplete, imputed with means μ. */
  static TreeInputs of(IncompleteMatrix x, double[] mu, TreeFeatures features) {
    int[] known = x.statistics(null).known();
    int[] raw =
        IntStream.range(0, features.missing() ? x.columns() : 0)
            .filter(j -> known[j] < x.rows() && known[j] > 0)
            .toArray();
    boolean ridge = features.ridge() == RidgeUse.INPUT;
    return new TreeInputs(x.columns(), raw, ridge, categories(x, mu, known, raw));
  }

  private static CategoricalColumns categories(
      IncompleteMatrix x, double[] mu, int[] known, int[] raw) {
    CategoricalColumns found = CategoricalColumns.of(x);
    List<Integer> first = new ArrayList<>();
    List<double[]> limit = new ArrayList<>();
    for (int c = 0; c < found.count(); c++) {
      int j = found.first()[c];
      if (known[j] == x.rows()) {
        double[] shifted = found.limit()[c].clone();
        Arrays.setAll(shifted, k -> shifted[k] - mu[j + k]);
        first.add(j);
        limit.add(shifted);
      }
    }
    for (int c = 0; c < found.count(); c++) {
      int at = Arrays.binarySearch(raw, found.first()[c]);
      if (at >= 0) {
        first.add(x.columns() + at);
        limit.add(found.limit()[c]);
      }
    }
    return new CategoricalColumns(
        first.stream().mapToInt(j -> j).toArray(), limit.toArray(double[][]::new));
  }

  /** A row as the trees see it, with codes of levels. */
  double[] encoded(double[] row) {
    if (categories.count() == 0) {
      return row;
    }
    double[] out = new double[row.length];
    categories.encode(row, out);
    return out;
  }

  int count() {
    return features + raw.length + (ridge ? 1 : 0);
  }

  /** Position of the ridge prediction. */
  int ridgeAt() {
    return features + raw.length;
  }
}
