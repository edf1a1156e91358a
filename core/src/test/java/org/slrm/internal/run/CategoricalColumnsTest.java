package org.slrm.internal.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

class CategoricalColumnsTest {
  private static final double NAN = Double.NaN;

  /** Indicators of the levels of columns with the given numbers of levels, after a number. */
  private static IncompleteMatrix table(int rows, boolean lastLevel, int... levels) {
    double[][] x = new double[rows][];
    for (int i = 0; i < rows; i++) {
      int width = 1;
      for (int l : levels) {
        width += lastLevel ? l : l - 1;
      }
      x[i] = new double[width];
      x[i][0] = i;
      int at = 1;
      for (int c = 0; c < levels.length; c++) {
        int level = (i * (c + 1) + i / 7) % levels[c];
        for (int k = 0; k < (lastLevel ? levels[c] : levels[c] - 1); k++) {
          x[i][at++] = k == level ? 2.5 : -0.5;
        }
      }
    }
    return IncompleteMatrix.ofNaN(x);
  }

  @Test
  void neighbouringColumnsAreSeparated() {
    CategoricalColumns found = CategoricalColumns.of(table(60, true, 3, 2, 5));
    assertArrayEquals(new int[] {1, 4, 6}, found.first());
    assertEquals(3, found.levels(1));
    assertEquals(2, found.levels(4));
    assertEquals(5, found.levels(6));
    assertEquals(0, found.levels(2));
  }

  @Test
  void indicatorsWithoutOneOfTheLevelsAreNoColumn() {
    assertEquals(0, CategoricalColumns.of(table(60, false, 4)).count());
  }

  @Test
  void aLevelWithoutRowsBelongsToItsColumn() {
    double[][] x = {{1, 0, 0, 5}, {0, 0, 1, 7}, {1, 0, 0, 9}, {NAN, NAN, NAN, 8}};
    CategoricalColumns found = CategoricalColumns.of(IncompleteMatrix.ofNaN(x));
    assertArrayEquals(new int[] {0}, found.first());
    double[] coded = new double[4];
    found.encode(x[1], coded);
    assertArrayEquals(new double[] {2, 0, 1, 7}, coded);
    found.encode(new double[] {0, 1, 0, 5}, coded);
    assertEquals(CategoricalColumns.UNKNOWN, coded[0]);
    found.encode(new double[] {0.6, 0.1, 0.3, 5}, coded);
    assertEquals(CategoricalColumns.UNKNOWN, coded[0]);
    found.encode(x[3], coded);
    assertTrue(Double.isNaN(coded[0]));
  }

  @Test
  void anEncodedTableHasTheCodesOfItsRows() {
    IncompleteMatrix x = table(40, true, 4, 3);
    CategoricalColumns found = CategoricalColumns.of(x);
    IncompleteMatrix encoded = found.encoded(x);
    double[] row = new double[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      found.encode(x.row(i).toNaN(), row);
      assertEquals(3, encoded.observed(i));
      for (int j : new int[] {0, 1, 5}) {
        assertEquals(row[j], encoded.valueAt(i, j));
      }
    }
  }
}
