package org.slrm.paper.internal.algorithm.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PassStopTest {
  @Test
  void restsAfterAsManyPassesInVainAsPatienceAllows() {
    PassStop rule = new PassStop(1, 3, 100, 0.5);
    assertFalse(rule.ends(0.4));
    assertFalse(rule.ends(0.3999), "less than a thousandth is no fall");
    assertFalse(rule.ends(0.45));
    assertTrue(rule.ends(0.41));
    assertEquals("hold-out error did not fall in 3 passes", rule.reason());
  }

  @Test
  void endsWhereAsGoodAsZero() {
    PassStop rule = new PassStop(15, 3, 100, 10);
    assertFalse(rule.ends(1e-6));
    assertTrue(rule.ends(1e-7));
  }

  @Test
  void endsWhereTwentyPassesHardlyLowerTheError() {
    PassStop rule = new PassStop(1, 3, 500, Double.POSITIVE_INFINITY);
    double error = 1;
    int passes = 0;
    do {
      error *= 0.996;
      passes++;
    } while (!rule.ends(error));
    assertEquals(21, passes);
  }

  @Test
  void neverEndsEarlyWhenPatienceIsAllThePasses() {
    PassStop rule = new PassStop(1, 50, 50, 1);
    for (int k = 0; k < 50; k++) {
      assertFalse(rule.ends(1));
    }
    assertEquals("most passes made (50)", rule.reason());
  }
}
