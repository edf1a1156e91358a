package org.slrm.paper.internal.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CopiesTest {
  @Test
  void copiesOfARowAddUpAsRowsThatFollowEachOther() {
    Forgetting forgetting = Forgetting.of(0.9);
    double sum = 0;
    for (int copies = 1; copies < 20; copies++) {
      sum = 1 + 0.9 * sum;
      assertEquals(sum, forgetting.copies(copies), 1e-13);
      assertEquals(Math.pow(0.9, copies), forgetting.left(copies), 1e-15);
    }
  }

  @Test
  void withoutForgettingARowCountsAsOftenAsItsWeight() {
    assertEquals(2.5, Forgetting.NONE.copies(2.5));
    assertEquals(1, Forgetting.NONE.left(1e6));
    assertEquals(2.5, RowCopies.sum(1, 2.5));
  }

  @Test
  void aStepOfManyCopiesStopsAtTheMinimumOfTheRow() {
    for (double share : new double[] {0.1, 0.5, 0.99}) {
      assertTrue(RowCopies.ofStep(share, 1000) * share <= 1 + 1e-12);
    }
    assertEquals(1, RowCopies.ofStep(1.5, 7));
    assertEquals(0.5, RowCopies.ofStep(1.5, 0.5));
  }

  @Test
  void aFactorOfForgettingIsAboveZeroAndAtMostOne() {
    assertThrows(IllegalArgumentException.class, () -> Forgetting.of(0));
    assertThrows(IllegalArgumentException.class, () -> Forgetting.of(1.01));
  }
}
