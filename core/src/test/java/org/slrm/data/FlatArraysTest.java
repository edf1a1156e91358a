package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.slrm.data.IncompleteMatrixTest.assertRefused;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Matrices from the arrays that other languages hold. */
class FlatArraysTest {
  private static final double NA = Double.NaN;

  @Property(tries = 60)
  void flatAndCompressedArraysGiveTheMatrixOfTheDenseRows(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int rows,
      @ForAll @IntRange(min = 1, max = 9) int columns,
      @ForAll @DoubleRange(max = 1) double keep) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] dense = new double[rows][columns];
    for (double[] row : dense) {
      Arrays.setAll(row, j -> random.nextDouble() < keep ? random.nextInt(-2, 3) : NA);
    }
    IncompleteMatrix expected = IncompleteMatrix.ofNaN(dense);
    double[] flat = Arrays.stream(dense).flatMapToDouble(Arrays::stream).toArray();
    assertEquals(expected, IncompleteMatrix.ofFlat(rows, columns, flat));
    int[] starts = IntStream.rangeClosed(0, rows).map(expected::rowStart).toArray();
    int[] cols = IntStream.range(0, expected.known()).map(expected::column).toArray();
    double[] values = IntStream.range(0, expected.known()).mapToDouble(expected::value).toArray();
    assertEquals(expected, IncompleteMatrix.ofCsr(columns, starts, cols, values));
    int[] full = IntStream.rangeClosed(0, rows).map(i -> i * columns).toArray();
    int[] every = IntStream.range(0, rows * columns).map(k -> k % columns).toArray();
    assertEquals(
        expected, IncompleteMatrix.ofCsr(columns, full, every, flat), "a stored NaN is missing");
  }

  @Test
  void tablesWithoutRowsOrColumnsAreAllowed() {
    assertEquals(IncompleteMatrix.builder(3).build(), IncompleteMatrix.ofFlat(0, 3, new double[0]));
    assertEquals(
        IncompleteMatrix.builder(3).build(),
        IncompleteMatrix.ofCsr(3, new int[1], new int[0], new double[0]));
    assertEquals(2, IncompleteMatrix.ofFlat(2, 0, new double[0]).rows());
  }

  @Test
  void laterChangesOfTheArraysChangeNothing() {
    double[] flat = {1, 2};
    double[] value = {3};
    int[] column = {1};
    int[] starts = {0, 1};
    IncompleteMatrix x = IncompleteMatrix.ofFlat(1, 2, flat);
    IncompleteMatrix y = IncompleteMatrix.ofCsr(2, starts, column, value);
    flat[0] = 9;
    value[0] = 9;
    column[0] = 0;
    starts[1] = 0;
    assertEquals(1, x.valueAt(0, 0));
    assertEquals(3, y.valueAt(0, 1));
  }

  @Test
  void wrongFlatArraysAreRefused() {
    assertRefused(
        "number of values must equal rows times columns (6), got 5",
        () -> IncompleteMatrix.ofFlat(2, 3, new double[5]));
    assertRefused(
        "rows must be at least 0, got -1", () -> IncompleteMatrix.ofFlat(-1, 3, new double[0]));
    assertRefused(
        "value of row 1, column 0 must be finite, got Infinity",
        () -> IncompleteMatrix.ofFlat(2, 1, new double[] {1, Double.POSITIVE_INFINITY}));
  }

  @Test
  void wrongCompressedArraysAreRefused() {
    assertRefused("length of rowStart must be at least 1, got 0", () -> csr(2, starts(), 0));
    assertRefused(
        "first of rowStart must equal the place of the first entry (0), got 1",
        () -> csr(2, starts(1, 1), 0));
    assertRefused(
        "length of column must equal last of rowStart (2), got 1", () -> csr(2, starts(0, 2), 0));
    assertRefused(
        "length of value must equal last of rowStart (1), got 2",
        () -> IncompleteMatrix.ofCsr(2, starts(0, 1), new int[1], new double[2]));
    assertRefused("rowStart 1 must be between 0 and 1, got 2", () -> csr(2, starts(0, 2, 1), 0));
    assertRefused("rowStart 1 must be between 0 and 1, got -1", () -> csr(2, starts(0, -1, 1), 0));
    assertRefused(
        "column of entry 1 must be between 0 and 1, got 2", () -> csr(2, starts(0, 2), 0, 2));
    assertRefused(
        "columns of row 0 must increase, got 1 after 1", () -> csr(2, starts(0, 2), 1, 1));
    assertRefused(
        "value of row 0, column 0 must be finite, got -Infinity",
        () ->
            IncompleteMatrix.ofCsr(
                1, starts(0, 1), new int[1], new double[] {Double.NEGATIVE_INFINITY}));
  }

  private static int[] starts(int... starts) {
    return starts;
  }

  private static IncompleteMatrix csr(int columns, int[] starts, int... column) {
    return IncompleteMatrix.ofCsr(columns, starts, column, new double[column.length]);
  }
}
