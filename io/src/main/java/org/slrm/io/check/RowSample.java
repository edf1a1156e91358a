package org.slrm.io.check;

import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * An evenly spaced sample of the labelled rows of a table.
 *
 * @param features features of the sampled rows
 * @param label labels of a target
 * @param rows indices of the sampled rows
 */
record RowSample(IncompleteMatrix features, double[] label, int[] rows) {
  private static final int MIN_ROWS = 100;
  private static final int MAX_ROWS = 2_000;
  private static final int MAX_FEATURES = 300;

  /** Maximum product of rows and squared number of features. */
  private static final long MAX_WORK = MAX_ROWS * 10_000L;

  /** The sample; empty for too few rows or too many features. */
  static Optional<RowSample> of(IncompleteMatrix x, IncompleteMatrix y, int target) {
    int[] labelled =
        IntStream.range(0, y.rows()).filter(i -> !Double.isNaN(y.valueAt(i, target))).toArray();
    long p = Math.max(1, x.columns());
    int n = (int) Math.min(labelled.length, Math.min(MAX_ROWS, MAX_WORK / (p * p)));
    if (n < MIN_ROWS || x.columns() > MAX_FEATURES || x.known() == 0) {
      return Optional.empty();
    }
    int[] rows =
        IntStream.range(0, n).map(k -> labelled[(int) ((long) k * labelled.length / n)]).toArray();
    double[] labels = IntStream.of(rows).mapToDouble(i -> y.valueAt(i, target)).toArray();
    return Optional.of(new RowSample(x.selectRows(rows), labels, rows));
  }
}
