package org.slrm.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ChecksTest {
  private static void refused(String message, Executable check) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, check).getMessage());
  }

  @Test
  void messagesContainNameRuleAndValue() {
    refused("rank must be between 1 and 12, got 40", () -> Checks.between("rank", 40, 1, 12));
    refused("folds must be at least 2, got 1", () -> Checks.atLeast("folds", 1, 2));
    refused("gate must be in [0.0, 1.0), got 1.0", () -> Checks.inHalfOpen("gate", 1, 0, 1));
    refused("rows must be in (0.0, 1.0], got 0.0", () -> Checks.inUpperClosed("rows", 0, 0, 1));
    refused("x must equal y (3), got 2", () -> Checks.equal("x", 2, "y", 3));
    refused("x 7 must be finite, got NaN", () -> Checks.finite("x", 7, Double.NaN));
  }

  @Test
  void nanAndTheInfinitiesAreNoNumbersOfAnyRange() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> Checks.finite("x", bad));
      assertThrows(IllegalArgumentException.class, () -> Checks.notNegative("x", bad));
      assertThrows(IllegalArgumentException.class, () -> Checks.positive("x", bad));
      assertThrows(IllegalArgumentException.class, () -> Checks.inHalfOpen("x", bad, 0, 1));
      assertFalse(Checks.isWeight(bad));
    }
  }

  @Test
  void whatIsInRangeIsReturned() {
    assertEquals(3, Checks.between("rank", 3, 3, 3));
    assertEquals(0, Checks.notNegative("l1", 0));
    assertEquals(1, Checks.inUpperClosed("rows", 1, 0, 1));
    assertTrue(Checks.isWeight(0));
  }

  @Test
  void labelsWhoseSquaresLeaveTheRangeOfDoublesAreBadData() {
    Checks.labelSize("y", 0);
    Checks.labelSize("y", 1e100);
    assertThrows(DataException.class, () -> Checks.labelSize("y", 1e101));
    assertThrows(DataException.class, () -> Checks.labelSize("y", 1e-200));
  }
}
