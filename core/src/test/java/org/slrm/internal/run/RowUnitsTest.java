package org.slrm.internal.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.check.DataException;
import org.slrm.result.Folds;

class RowUnitsTest {
  private static final int[] ALL = IntStream.range(0, 200).toArray();

  @Test
  void separateRowsAreSplitAsEver() {
    assertArrayEquals(Folds.assign(200, 5, 3), RowUnits.SEPARATE.folds(200, 5, 3));
    RowSplit split = RowUnits.SEPARATE.split(ALL, 5, 3);
    assertArrayEquals(Folds.assign(200, 5, 3), split.fold());
    assertArrayEquals(Folds.without(split.fold(), 2), split.fitted(2));
  }

  @Test
  void noGroupIsInTwoFoldsAndFoldsAreOfLikeSize() {
    SplittableRandom random = new SplittableRandom(1);
    int[] group = IntStream.range(0, 200).map(i -> random.nextInt(23) * 7).toArray();
    int[] fold = RowUnits.groups(group).folds(200, 5, 3);
    for (int g : Arrays.stream(group).distinct().toArray()) {
      assertEquals(
          1, IntStream.of(ALL).filter(i -> group[i] == g).map(i -> fold[i]).distinct().count());
    }
    for (int f = 0; f < 5; f++) {
      int size = Folds.of(fold, f).length;
      assertTrue(size >= 30 && size <= 50, "fold of " + size + " rows");
    }
  }

  @Test
  void fewerGroupsThanFoldsMakeAsManyFoldsAsGroups() {
    int[] fold = RowUnits.groups(IntStream.of(ALL).map(i -> i % 3).toArray()).folds(200, 5, 1);
    assertArrayEquals(new int[] {0, 1, 2}, Arrays.stream(fold).distinct().sorted().toArray());
  }

  @Test
  void laterRowsAreEvaluatedByAllEarlierOnesAndTheEarliestNever() {
    double[] time = new double[200];
    int[] order = Folds.shuffled(200, 9);
    Arrays.setAll(time, i -> order[i] / 2);
    RowSplit split = RowUnits.times(time).split(ALL, 4, 1);
    assertTrue(split.forward());
    assertEquals(4, split.folds());
    for (int f = 0; f < 4; f++) {
      double latest = Arrays.stream(split.fitted(f)).mapToDouble(i -> time[i]).max().orElseThrow();
      double first =
          Arrays.stream(split.evaluated(f)).mapToDouble(i -> time[i]).min().orElseThrow();
      assertTrue(latest < first, "fold " + f + " is fitted to " + latest + ", judges " + first);
      assertEquals(30, split.evaluated(f).length, 2);
      double bound = first;
      long earlier = Arrays.stream(time).filter(t -> t < bound).count();
      assertEquals(earlier, split.fitted(f).length);
    }
    assertEquals(80, split.evaluated(-1).length, 2);
  }

  @Test
  void foldsInTimeAreContiguous() {
    double[] time = IntStream.of(Folds.shuffled(200, 4)).mapToDouble(i -> -i).toArray();
    int[] fold = RowUnits.times(time).folds(200, 5, 1);
    int[] byTime =
        IntStream.of(ALL)
            .boxed()
            .sorted((a, b) -> Double.compare(time[a], time[b]))
            .mapToInt(i -> fold[i])
            .toArray();
    assertArrayEquals(IntStream.of(ALL).map(i -> i / 40).toArray(), byTime);
  }

  @Test
  void aPartIsTheLatestOrWholeGroups() {
    double[] time = IntStream.of(ALL).mapToDouble(i -> 200 - i).toArray();
    boolean[] late = RowUnits.times(time).part(ALL, 5, 1);
    IntStream.of(ALL).forEach(i -> assertEquals(i < 40, late[i], "row " + i));
    int[] group = IntStream.of(ALL).map(i -> i / 10).toArray();
    boolean[] some = RowUnits.groups(group).part(ALL, 5, 1);
    IntStream.of(ALL).forEach(i -> assertEquals(some[i / 10 * 10], some[i], "row " + i));
  }

  @Test
  void oneTimeForNearlyAllRowsStillMakesTwoSides() {
    double[] time = new double[200];
    time[7] = -1;
    RowSplit split = RowUnits.times(time).split(ALL, 4, 1);
    assertEquals(1, split.folds());
    assertArrayEquals(new int[] {7}, split.fitted(0));
  }

  @Test
  void rowsWithoutALabelAreNeverFittedBeforeTheirTime() {
    double[] time = IntStream.of(ALL).mapToDouble(i -> i).toArray();
    RowUnits units = RowUnits.times(time);
    int[] labelled = IntStream.of(ALL).filter(i -> i % 2 == 0).toArray();
    RowSplit all = units.among(ALL, labelled, units.split(labelled, 4, 1));
    for (int f = 0; f < 4; f++) {
      int first = Arrays.stream(all.evaluated(f)).min().orElseThrow();
      assertTrue(Arrays.stream(all.fitted(f)).allMatch(i -> i < first));
      assertEquals(first, all.fitted(f).length);
    }
  }

  @Test
  void misuseIsNamed() {
    assertEquals(
        "number of groups must be at least 2, got 1",
        assertThrows(IllegalArgumentException.class, () -> RowUnits.groups(new int[5]))
            .getMessage());
    assertEquals(
        "time must be finite, got NaN in row 1",
        assertThrows(
                IllegalArgumentException.class, () -> RowUnits.times(new double[] {1, Double.NaN}))
            .getMessage());
  }

  @Test
  void aGroupThatLeavesNoRowsToFitIsRefused() {
    int[] group = new int[100];
    group[99] = 1;
    DataException refused = assertThrows(DataException.class, () -> RowUnits.groups(group));
    assertTrue(refused.getMessage().contains("the largest has 99 of 100 rows"));
    Arrays.fill(group, 90, 100, 1);
    assertEquals(2, Arrays.stream(RowUnits.groups(group).folds(100, 2, 1)).distinct().count());
  }
}
