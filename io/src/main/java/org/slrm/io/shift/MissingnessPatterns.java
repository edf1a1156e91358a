package org.slrm.io.shift;

import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.Schema;

/** Hash values of missingness patterns of rows. */
final class MissingnessPatterns {
  private final int[] columnOf;

  MissingnessPatterns(Schema schema) {
    columnOf = schema.features().stream().mapToInt(Schema.Feature::column).toArray();
  }

  int of(IncompleteMatrix x, int row) {
    long sum = 0;
    int last = -1;
    for (int e = x.rowStart(row); e < x.rowStart(row + 1); e++) {
      int c = columnOf[x.column(e)];
      // The indicators of a categorical column count once.
      sum += c == last ? 0 : mixed(c + 1);
      last = c;
    }
    return (int) (mixed(sum) >>> 33);
  }

  /** The mixing function of SplittableRandom, whose sums distinguish sets of columns. */
  private static long mixed(long v) {
    long z = v * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
