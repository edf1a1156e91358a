package org.slrm.cli.report.section;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldOutRowsTest {
  private static HeldOutRows of(int... observed) {
    int n = observed.length;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    int[] rows = IntStream.range(0, n).toArray();
    return new HeldOutRows(rows, new int[n], ones, new double[n], ones, observed, ones, List.of());
  }

  private static int[] sizes(HeldOutRows rows) {
    return Arrays.stream(rows.quarters()).mapToInt(group -> group.length).toArray();
  }

  private static int[] counts(int... countAndRows) {
    return IntStream.range(0, countAndRows.length / 2)
        .flatMap(k -> IntStream.generate(() -> countAndRows[2 * k]).limit(countAndRows[2 * k + 1]))
        .toArray();
  }

  @Test
  void oneRowIsNoQuarter() {
    assertArrayEquals(new int[] {100}, sizes(of(counts(11, 1, 12, 99))));
    assertArrayEquals(new int[] {100}, sizes(of(counts(12, 98, 13, 2))));
  }

  @Test
  void equalNumbersStayTogetherAndCutsAreNearTheQuartiles() {
    assertArrayEquals(new int[] {24, 76}, sizes(of(counts(8, 24, 9, 70, 10, 6))));
    assertArrayEquals(new int[] {40, 60}, sizes(of(counts(9, 10, 10, 30, 11, 60))));
    assertArrayEquals(new int[] {25, 25, 25, 25}, sizes(of(IntStream.range(0, 100).toArray())));
  }

  @Test
  void everyRowIsInOneGroupOfAnEighthAtLeast() {
    Random random = new Random(7);
    for (int trial = 0; trial < 200; trial++) {
      int n = 20 + random.nextInt(200);
      int spread = 1 + random.nextInt(12);
      HeldOutRows rows = of(random.ints(n, 0, spread).toArray());
      int[][] groups = rows.quarters();
      assertTrue(groups.length >= 1 && groups.length <= 4, groups.length + " groups");
      assertArrayEquals(
          IntStream.range(0, n).toArray(),
          Arrays.stream(groups).flatMapToInt(Arrays::stream).sorted().toArray());
      for (int[] group : groups) {
        assertTrue(8 * group.length >= n, group.length + " of " + n);
      }
    }
  }

  @Test
  void aGroupSaysHowManyRowsItHas() {
    HeldOutRows rows = of(counts(8, 24, 9, 70, 10, 6));
    assertEquals("76 rows with 9–10 observed features", rows.described(rows.quarters()[1]));
  }
}
