package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.CrossValidated;

/**
 * The rows of positive weight; the others are removed before anything is computed, so that methods
 * need not handle them.
 *
 * @param all the rows as given
 * @param positive numbers of those of positive weight
 * @param rows these
 */
public record CountedRows(TrainingData all, int[] positive, TrainingData rows) {
  /**
   * The rows of positive weight.
   *
   * @throws IllegalArgumentException when weights leave a target without labels
   */
  public static CountedRows of(TrainingData all) {
    int n = all.x().rows();
    int[] positive = IntStream.range(0, n).filter(i -> all.weight(i) > 0).toArray();
    TrainingData rows = positive.length == n ? all : all.rows(positive);
    int[] before = all.y().statistics().known();
    int[] after = rows.y().statistics().known();
    for (int t = 0; t < after.length; t++) {
      if (before[t] > 0 && after[t] == 0) {
        throw new IllegalArgumentException(
            "weights must leave target " + t + " a labelled row of positive weight, got none");
      }
    }
    return new CountedRows(all, positive, rows);
  }

  /** Number of rows of weight 0. */
  int removed() {
    return all.x().rows() - positive.length;
  }

  /** Held-out predictions in the order of all rows; rows of weight 0 were never held out. */
  public CrossValidated amongAll(CrossValidated cv) {
    if (removed() == 0) {
      return cv;
    }
    int targets = cv.targets();
    int n = cv.rows() + removed();
    int[] from = new int[n];
    Arrays.fill(from, 0, all.x().rows(), -1);
    for (int r = 0; r < cv.rows(); r++) {
      from[r < positive.length ? positive[r] : r + removed()] = r;
    }
    double[] label = new double[n * targets];
    double[] prediction = new double[label.length];
    double[] standardError = new double[label.length];
    for (int k = 0; k < label.length; k++) {
      int i = k / targets;
      int t = k % targets;
      boolean fitted = from[i] >= 0;
      label[k] = fitted ? cv.label(from[i], t) : all.label(i, t);
      prediction[k] = fitted ? cv.prediction(from[i], t) : Double.NaN;
      standardError[k] = fitted ? cv.standardError(from[i], t) : Double.NaN;
    }
    return new CrossValidated(
            targets,
            Arrays.stream(from).map(r -> r < 0 ? -1 : cv.fold(r)).toArray(),
            label,
            prediction,
            standardError,
            IntStream.range(0, n)
                .map(i -> from[i] < 0 ? all.x().observed(i) : cv.observed(from[i]))
                .toArray(),
            Arrays.stream(from).mapToDouble(r -> r < 0 ? 0 : cv.weight(r)).toArray())
        .in(clusters(cv.clusters(), from));
  }

  private static int @Nullable [] clusters(int @Nullable [] counted, int[] from) {
    return counted == null ? null : Arrays.stream(from).map(r -> r < 0 ? 0 : counted[r]).toArray();
  }
}
