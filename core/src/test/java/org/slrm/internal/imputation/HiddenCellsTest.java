package org.slrm.internal.imputation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.IndicatorGroups;

class HiddenCellsTest {
  private static final double NAN = Double.NaN;

  /** A number, three indicators of one column, a yes or no, a number. */
  private static IncompleteMatrix table(int rows) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[rows][6];
    for (double[] row : x) {
      row[0] = random.nextGaussian();
      int level = random.nextInt(3);
      boolean known = random.nextDouble() < 0.8;
      for (int k = 0; k < 3; k++) {
        row[1 + k] = known ? (level == k ? 1 : 0) : NAN;
      }
      row[4] = random.nextInt(2);
      row[5] = random.nextDouble() < 0.5 ? NAN : random.nextGaussian();
    }
    return IncompleteMatrix.ofNaN(x);
  }

  @Test
  void indicatorsOfOneColumnAreAGroup() {
    assertArrayEquals(new int[] {0, 1, 1, 1, 4, 5}, IndicatorGroups.of(table(100)));
  }

  @Test
  void indicatorsOfOneColumnAreHiddenTogether() {
    IncompleteMatrix x = table(400);
    HiddenCells hidden = HiddenCells.of(x, IndicatorGroups.of(x), 0.1, 3);
    for (int i = 0; i < x.rows(); i++) {
      boolean first = Double.isNaN(hidden.visible().valueAt(i, 1));
      assertEquals(first, Double.isNaN(hidden.visible().valueAt(i, 2)));
      assertEquals(first, Double.isNaN(hidden.visible().valueAt(i, 3)));
    }
    assertEquals(x.known(), hidden.visible().known() + hidden.size());
    assertEquals(0.1, (double) hidden.size() / x.known(), 0.02);
  }

  @Test
  void hiddenCellsKeepTheirValuesAndEveryRowACell() {
    IncompleteMatrix x = table(200);
    HiddenCells hidden = HiddenCells.of(x, IndicatorGroups.of(x), 0.9, 3);
    for (int k = 0; k < hidden.size(); k++) {
      assertEquals(x.valueAt(hidden.row()[k], hidden.column()[k]), hidden.value()[k]);
    }
    int[] known = new int[x.rows()];
    Arrays.setAll(known, i -> hidden.visible().observed(i));
    assertTrue(Arrays.stream(known).allMatch(n -> n > 0));
  }
}
