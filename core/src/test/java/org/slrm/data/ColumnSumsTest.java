package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnSumsTest {
  private static final double NAN = Double.NaN;
  private final IncompleteMatrix first =
      IncompleteMatrix.ofNaN(new double[][] {{1, NAN, 7, 1e308}, {4, NAN, 7, 1.5e308}});
  private final IncompleteMatrix second =
      IncompleteMatrix.ofNaN(new double[][] {{-2, NAN, 7, NAN}, {NAN, NAN, 7, 1.7e308}});

  @Test
  void aRowOfWeightTwoIsAsGoodAsTwoRows() {
    double[][] rows = {{1, NAN, 7}, {4, 2, 7}, {-2, 5, NAN}, {3, NAN, 7}};
    double[] weights = {2, 3, 1, 1};
    IncompleteMatrix repeated =
        IncompleteMatrix.ofNaN(rows).selectRows(new int[] {0, 0, 1, 1, 1, 2, 3});
    ColumnStatistics one = IncompleteMatrix.ofNaN(rows).statistics(weights);
    ColumnStatistics two = repeated.statistics();
    assertEquals(7, one.rows());
    assertArrayEquals(new int[] {4, 2, 3}, one.known());
    assertArrayEquals(two.weight(), one.weight());
    assertArrayEquals(two.mean(), one.mean(), 1e-15);
    assertArrayEquals(two.variance(), one.variance(), 1e-15);
    ColumnStatistics.Sums sent = new ColumnStatistics.Sums(3);
    sent.add(IncompleteMatrix.ofNaN(rows), weights);
    ColumnStatistics.Sums sums = ColumnStatistics.Sums.ofArray(sent.toArray());
    assertEquals(7, sums.statistics(new double[3]).rows());
    assertArrayEquals(one.mean(), sums.mean());
  }

  /** Many columns with a handful of entries borrow from each other, each as often as it counts. */
  @Test
  void scalesOfColumnsWithFewEntriesCountWeights() {
    double[][] rows = new double[5][60];
    Random random = new Random(3);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    IncompleteMatrix x = IncompleteMatrix.ofNaN(rows);
    double[] weights = {1, 2, 1, 2, 1};
    Scaling one = Scaling.of(x.statistics(weights), Scaling.Kind.STANDARDIZE);
    Scaling two =
        Scaling.of(x.selectRows(new int[] {0, 1, 1, 2, 3, 3, 4}), Scaling.Kind.STANDARDIZE);
    for (int j = 0; j < 60; j++) {
      assertEquals(two.scale(j), one.scale(j), 1e-12);
      assertEquals(two.center(j), one.center(j), 1e-12);
    }
  }

  /** Sent as arrays and merged, parts give the statistics of the whole. */
  @Test
  void sumsOfPartsMergeToThoseOfAllRows() {
    ColumnStatistics.Sums sums = new ColumnStatistics.Sums(4);
    for (IncompleteMatrix part : new IncompleteMatrix[] {first, second}) {
      ColumnStatistics.Sums own = new ColumnStatistics.Sums(4);
      own.add(part, null);
      sums.merge(ColumnStatistics.Sums.ofArray(own.toArray()));
    }
    double[] mean = sums.mean();
    assertArrayEquals(new double[] {1, NAN, 7, 1.35e308}, mean);
    double[] squares = ColumnStatistics.Sums.squares(first, null, mean);
    ColumnStatistics.Sums.addSquares(second, null, mean, squares);
    ColumnStatistics all = sums.statistics(squares);
    assertArrayEquals(new int[] {3, 0, 4, 3}, all.known());
    assertArrayEquals(new double[] {-2, NAN, 7, 1e308}, all.min());
    assertArrayEquals(new double[] {4, NAN, 7, 1.7e308}, all.max());
    assertArrayEquals(new double[] {6, NAN, 0, Double.POSITIVE_INFINITY}, all.variance());
  }
}
