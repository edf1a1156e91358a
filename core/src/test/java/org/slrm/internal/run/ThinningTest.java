package org.slrm.internal.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

/** Subsets of the known entries of rows that have far more of them than training rows (N-5). */
class ThinningTest {
  private static final int FEATURES = 200;

  /** Rows with a tenth of their entries; features 0 to 4 are known together. */
  private static IncompleteMatrix sparse() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[50][FEATURES];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextDouble() < 0.1 ? random.nextDouble() : Double.NaN);
      boolean block = random.nextDouble() < 0.1;
      for (int j = 0; j < 5; j++) {
        row[j] = block ? 1 : Double.NaN;
      }
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  private static final Thinning THINNING = Thinning.of(sparse());
  private static final int[] ALL = IntStream.range(0, FEATURES).toArray();

  @Test
  void onlyRowsWithFarMoreEntriesAreThinned() {
    assertTrue(THINNING.typical() > 12 && THINNING.typical() < 28, THINNING.toString());
    assertFalse(THINNING.applies(THINNING.usual()));
    assertFalse(THINNING.applies((int) (1.5 * THINNING.usual())));
    assertTrue(THINNING.applies(2 * THINNING.usual()));
    assertFalse(Thinning.NONE.applies(Integer.MAX_VALUE));
  }

  @Test
  void completeTrainingRowsAreNeverThinned() {
    double[][] rows = new double[30][7];
    assertFalse(Thinning.of(IncompleteMatrix.ofNaN(rows)).applies(7));
  }

  @Test
  void subsetsHaveTheTypicalSizeAndUseEveryEntryAboutEquallyOften() {
    int[][] subsets = THINNING.subsets(ALL, FEATURES);
    int[] uses = new int[FEATURES];
    assertEquals(Thinning.SUBSETS, subsets.length);
    for (int[] subset : subsets) {
      assertTrue(subset.length >= THINNING.typical() && subset.length < THINNING.typical() + 5);
      assertEquals(subset.length, Arrays.stream(subset).distinct().count());
      assertArrayEquals(Arrays.stream(subset).sorted().toArray(), subset);
      Arrays.stream(subset).forEach(e -> uses[e]++);
    }
    int[] sorted = Arrays.stream(uses).sorted().toArray();
    assertTrue(sorted[0] >= 1, Arrays.toString(uses));
    assertTrue(sorted[FEATURES - 1] - sorted[0] <= 2, Arrays.toString(uses));
  }

  @Test
  void featuresKnownTogetherStayTogether() {
    for (int[] subset : THINNING.subsets(ALL, FEATURES)) {
      long ofBlock = Arrays.stream(subset).filter(e -> e < 5).count();
      assertTrue(ofBlock == 0 || ofBlock == 5, Arrays.toString(subset));
    }
  }

  @Test
  void subsetsDependOnThePatternAlone() {
    int[] fewer = IntStream.range(0, 150).toArray();
    assertArrayEquals(THINNING.subsets(ALL, FEATURES), THINNING.subsets(ALL.clone(), FEATURES));
    assertNotEquals(
        Arrays.deepToString(THINNING.subsets(fewer, 150)),
        Arrays.deepToString(THINNING.subsets(IntStream.range(50, 200).toArray(), 150)));
  }

  @Test
  void rowsWithFewerThanHalfOfTheUsualEntriesAreFew() {
    double[][] rows = new double[30][10];
    Thinning complete = Thinning.of(IncompleteMatrix.ofNaN(rows));
    assertTrue(complete.few(0) && complete.few(4));
    assertFalse(complete.few(5));
    assertFalse(Thinning.NONE.few(0));
  }

  /** Six numbers, and 25 indicators of a category that few training rows have. */
  @Test
  void indicatorsOfOneColumnCountAsOneEntry() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] rows = new double[500][31];
    for (int i = 0; i < rows.length; i++) {
      int level = i < 50 ? i % 25 : -1;
      Arrays.setAll(
          rows[i],
          j -> j < 6 ? random.nextDouble() : level < 0 ? Double.NaN : j - 6 == level ? 1 : 0);
    }
    Thinning thinning = Thinning.of(IncompleteMatrix.ofNaN(rows));
    int[] all = IntStream.range(0, 31).toArray();
    assertEquals(6, thinning.typical());
    assertEquals(7, thinning.entries(all, 31));
    assertEquals(6, thinning.entries(all, 6));
    assertFalse(thinning.applies(thinning.entries(all, 31)));
    int[] category = IntStream.range(6, 31).toArray();
    assertTrue(thinning.few(thinning.entries(category, 25)));
    for (int[] subset : thinning.subsets(all, 31)) {
      assertTrue(subset.length >= 6, Arrays.toString(subset));
    }
  }
}
