package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class ColumnSumsTest {
  private static final double NAN = Double.NaN;
  private final IncompleteMatrix first =
      IncompleteMatrix.ofNaN(new double[][] {{1, NAN, 7, 1e308}, {4, NAN, 7, 1.5e308}});
  private final IncompleteMatrix second =
      IncompleteMatrix.ofNaN(new double[][] {{-2, NAN, 7, NAN}, {NAN, NAN, 7, 1.7e308}});

  /** Sent as arrays and merged, parts give the statistics of the whole. */
  @Test
  void sumsOfPartsMergeToThoseOfAllRows() {
    ColumnSums sums = new ColumnSums(4);
    for (IncompleteMatrix part : new IncompleteMatrix[] {first, second}) {
      ColumnSums own = new ColumnSums(4);
      own.add(part);
      sums.merge(ColumnSums.ofArray(own.toArray()));
    }
    double[] mean = sums.mean();
    assertArrayEquals(new double[] {1, NAN, 7, 1.35e308}, mean);
    double[] squares = ColumnSums.squares(first, mean);
    ColumnSums.addSquares(second, mean, squares);
    ColumnStatistics all = sums.statistics(squares);
    assertArrayEquals(new int[] {3, 0, 4, 3}, all.known());
    assertArrayEquals(new double[] {-2, NAN, 7, 1e308}, all.min());
    assertArrayEquals(new double[] {4, NAN, 7, 1.7e308}, all.max());
    assertArrayEquals(new double[] {6, NAN, 0, Double.POSITIVE_INFINITY}, all.variance());
  }
}
