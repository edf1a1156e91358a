package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.slrm.result.Folds;

class IncompleteMatrixTest {
  private static final double NA = Double.NaN;

  @Test
  void aKnownZeroIsStoredAndNaNIsAbsent() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{0, NA}, {NA, -0.0}});
    assertEquals(2, x.known());
    assertEquals(0, x.valueAt(0, 0));
    assertTrue(Double.isNaN(x.valueAt(0, 1)));
    assertEquals(0.5, x.missingShare());
    assertTrue(x.row(0).isKnown(0));
    assertFalse(x.row(0).isKnown(1));
  }

  @Property(tries = 60)
  void everyWayToBuildGivesTheSameTable(
      @ForAll long seed,
      @ForAll @IntRange(max = 12) int rows,
      @ForAll @IntRange(min = 1, max = 9) int columns,
      @ForAll @DoubleRange(max = 1) double keep) {
    double[][] dense = random(seed, rows, columns, keep);
    IncompleteMatrix expected = dense(dense, columns);
    IncompleteMatrix.Builder byRow = IncompleteMatrix.builder(columns);
    IncompleteMatrix.Builder byEntry = IncompleteMatrix.builder(columns);
    for (double[] row : dense) {
      byRow.add(IncompleteRow.ofNaN(row));
      for (int j = 0; j < columns; j++) {
        if (!Double.isNaN(row[j])) {
          byEntry.entry(j, row[j]);
        }
      }
      byEntry.endRow();
    }
    assertEquals(expected, byRow.build());
    assertEquals(expected, byEntry.build());
    assertEquals(expected.hashCode(), byEntry.build().hashCode());
    int[] order = Folds.shuffled(rows * columns, seed);
    int[] r = IntStream.of(order).map(k -> k / columns).toArray();
    int[] c = IntStream.of(order).map(k -> k % columns).toArray();
    double[] v = IntStream.of(order).mapToDouble(k -> dense[k / columns][k % columns]).toArray();
    assertEquals(expected, IncompleteMatrix.ofTriplets(rows, columns, r, c, v));
  }

  @Property(tries = 60)
  void denseFormsAndTransposesComeBackTheSame(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int rows,
      @ForAll @IntRange(min = 1, max = 9) int columns,
      @ForAll @DoubleRange(max = 1) double keep) {
    double[][] dense = random(seed, rows, columns, keep);
    IncompleteMatrix x = IncompleteMatrix.ofNaN(dense);
    assertEquals(x, IncompleteMatrix.ofNaN(x.toNaN()));
    IncompleteMatrix t = x.transposed();
    assertSame(x, t.transposed());
    assertEquals(x, IncompleteMatrix.ofNaN(t.toNaN()).transposed());
    for (int i = 0; i < rows; i++) {
      assertArrayEquals(dense[i], x.row(i).toNaN());
      for (int j = 0; j < columns; j++) {
        assertEquals(x.valueAt(i, j), t.valueAt(j, i));
      }
    }
  }

  @Property(tries = 40)
  void selectionsTakeWhatTheyName(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 10) int rows,
      @ForAll @IntRange(min = 1, max = 10) int columns) {
    double[][] dense = random(seed, rows, columns, 0.6);
    IncompleteMatrix x = IncompleteMatrix.ofNaN(dense);
    int[] r = Folds.shuffled(rows, seed);
    int[] c = Folds.shuffled(columns, seed + 1);
    IncompleteMatrix picked = x.selectRows(r).selectColumns(c);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        assertEquals(dense[r[i]][c[j]], picked.valueAt(i, j));
      }
    }
    IncompleteMatrix wide = x.besides(picked);
    assertEquals(x, wide.selectColumns(IntStream.range(0, columns).toArray()));
    assertEquals(picked, wide.selectColumns(IntStream.range(columns, 2 * columns).toArray()));
    assertEquals(2, x.selectRows(new int[] {0, 0}).rows());
  }

  @Test
  void arraysGivenAreCopied() {
    double[][] dense = {{1, 2}};
    int[] row = {0};
    int[] column = {1};
    double[] value = {3};
    IncompleteMatrix x = IncompleteMatrix.ofNaN(dense);
    IncompleteMatrix y = IncompleteMatrix.ofTriplets(1, 2, row, column, value);
    dense[0][0] = 9;
    value[0] = 9;
    column[0] = 0;
    assertEquals(1, x.valueAt(0, 0));
    assertEquals(3, y.valueAt(0, 1));
    IncompleteMatrix.Builder builder = IncompleteMatrix.builder(1).addNaN(5);
    IncompleteMatrix first = builder.build();
    builder.addNaN(6);
    assertEquals(1, first.rows());
    assertEquals(2, builder.build().rows());
  }

  @Test
  void emptyRowsAndColumnsAreKept() {
    IncompleteMatrix x =
        IncompleteMatrix.ofNaN(new double[][] {{NA, NA, NA}, {1, NA, 2}, {NA, NA, NA}});
    assertEquals(3, x.rows());
    assertEquals(3, x.columns());
    assertEquals(0, x.observed(0));
    assertEquals(0, x.transposed().observed(1));
    assertEquals(0, IncompleteMatrix.ofNaN(new double[0][]).rows());
    assertNotEquals(IncompleteMatrix.builder(2).build(), IncompleteMatrix.builder(3).build());
  }

  @Test
  void anUnfinishedRowIsNotPartOfTheTable() {
    IncompleteMatrix x = IncompleteMatrix.builder(2).entry(0, 1).endRow().entry(1, 2).build();
    assertEquals(IncompleteMatrix.ofNaN(new double[][] {{1, NA}}), x);
  }

  @Test
  void infiniteValuesAreRefused() {
    double inf = Double.POSITIVE_INFINITY;
    assertRefused(
        "value of row 1, column 0 must be finite, got Infinity",
        () -> IncompleteMatrix.ofNaN(new double[][] {{1}, {inf}}));
    assertRefused(
        "value of triplet 0 must be finite, got -Infinity",
        () -> IncompleteMatrix.ofTriplets(1, 1, new int[] {0}, new int[] {0}, new double[] {-inf}));
    assertRefused(
        "value of feature 1 must be finite, got Infinity", () -> IncompleteRow.ofNaN(NA, inf));
    assertRefused(
        "value of row 0, column 1 must be finite, got NaN",
        () -> IncompleteMatrix.builder(2).entry(1, NA));
    assertRefused(
        "value of column 0 must be finite, got Infinity",
        () -> IncompleteMatrix.ofColumn(new double[] {1}).map((j, v) -> inf));
  }

  @Test
  void wrongShapesAreRefused() {
    assertRefused(
        "length of row 1 must equal number of columns (2), got 1",
        () -> IncompleteMatrix.ofNaN(new double[][] {{1, 2}, {3}}));
    assertRefused(
        "number of values given must equal number of rows given (1), got 2",
        () -> IncompleteMatrix.ofTriplets(1, 1, new int[1], new int[1], new double[2]));
    assertRefused(
        "row of triplet 0 must be between 0 and 1, got 2",
        () -> IncompleteMatrix.ofTriplets(2, 1, new int[] {2}, new int[1], new double[1]));
    assertRefused(
        "each cell must be given once, got row 0, column 0 twice",
        () -> IncompleteMatrix.ofTriplets(1, 1, new int[2], new int[2], new double[2]));
    assertRefused(
        "columns of row 0 must increase, got 0 after 1",
        () -> IncompleteMatrix.builder(2).entry(1, 1).entry(0, 1));
    assertRefused(
        "rows must equal rows of the left table (1), got 2",
        () ->
            IncompleteMatrix.ofColumn(new double[1])
                .besides(IncompleteMatrix.ofColumn(new double[2])));
    assertRefused(
        "row must be between 0 and 0, got 1",
        () -> IncompleteMatrix.ofColumn(new double[1]).selectRows(new int[] {1}));
    assertRefused("columns must be at least 0, got -1", () -> IncompleteMatrix.builder(-1));
  }

  @Test
  void rowsRefuseWhatDoesNotFit() {
    assertRefused(
        "number of values must equal number of indices (1), got 2",
        () -> IncompleteRow.of(3, new int[1], new double[2]));
    assertRefused(
        "index must be between 0 and 2, got 3",
        () -> IncompleteRow.of(3, new int[] {3}, new double[1]));
    assertRefused(
        "indices must be strictly increasing, got 1 after 1",
        () -> IncompleteRow.of(3, new int[] {1, 1}, new double[2]));
    assertRefused(
        "length must be at least 0, got -1", () -> IncompleteRow.of(-1, new int[0], new double[0]));
  }

  @Property
  void aRowIsItsDenseForm(@ForAll long seed, @ForAll @IntRange(max = 20) int length) {
    double[] dense = random(seed, 1, length, 0.5)[0];
    IncompleteRow row = IncompleteRow.ofNaN(dense);
    assertArrayEquals(dense, row.toNaN());
    double[] values = IntStream.range(0, row.observed()).mapToDouble(row::value).toArray();
    IncompleteRow same = IncompleteRow.of(length, row.indices(), values);
    assertEquals(row, same);
    assertEquals(row.hashCode(), same.hashCode());
    java.util.Arrays.fill(row.indices(), -1);
    assertEquals(row, same);
  }

  static void assertRefused(String message, Executable misuse) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, misuse).getMessage());
  }

  private static IncompleteMatrix dense(double[][] dense, int columns) {
    IncompleteMatrix.Builder builder = IncompleteMatrix.builder(columns);
    for (double[] row : dense) {
      builder.addNaN(row);
    }
    return builder.build();
  }

  static double[][] random(long seed, int rows, int columns, double keep) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextDouble() < keep ? Math.rint(10 * random.nextGaussian()) : NA;
      }
    }
    return out;
  }
}
