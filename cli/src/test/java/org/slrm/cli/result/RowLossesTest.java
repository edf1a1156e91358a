package org.slrm.cli.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;

class RowLossesTest {
  private static RowLosses losses(int[] rows, double[] loss, double... weight) {
    return new RowLosses(LabelScore.of(LabelKind.NUMERIC), rows, loss, weight, null, 16);
  }

  @Test
  void theMeanCountsEachRowByItsWeight() {
    RowLosses l = losses(new int[] {0, 1}, new double[] {1, 5}, 1, 3);
    assertEquals(4, l.mean(), 1e-15);
    assertEquals(0.75, l.explained(), 1e-15);
    assertEquals(2, l.shown(l.mean()), 1e-15);
  }

  @Test
  void twoMethodsAreComparedOnRowsThatBothPredicted() {
    RowLosses worse = losses(new int[] {0, 1, 2}, new double[] {3, 4, 100}, 1, 1, 1);
    RowLosses better = losses(new int[] {1, 0}, new double[] {2, 2}, 1, 1);
    // Differences 1 and 2: mean 1.5, standard error √(0.5/2).
    assertEquals(3, worse.standardErrorsWorse(better), 1e-12);
    assertEquals(-3, better.standardErrorsWorse(worse), 1e-12);
    assertEquals(0, better.standardErrorsWorse(better), 0);
  }

  @Test
  void someRowsKeepTheirNumbers() {
    RowLosses some = losses(new int[] {4, 7, 9}, new double[] {1, 2, 3}, 1, 1, 1).of(new int[] {2});
    assertArrayEquals(new int[] {9}, some.row());
    assertEquals(3, some.mean(), 0);
  }
}
