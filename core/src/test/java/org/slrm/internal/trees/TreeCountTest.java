package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.method.TreesConfig;

class TreeCountTest {
  private static final TreeCount.Found FOUND =
      new TreeCount.Found(List.of(new TreeCount(30, new double[] {0.5, 2})), 0.1, 480);

  private static TreesConfig withRate(double rate) {
    return TreesConfig.defaults().withLearningRate(rate);
  }

  @Test
  void halfTheLearningRateTakesTwiceTheTrees() {
    TreeCount count = FOUND.over(600, withRate(0.05)).get(0);
    assertEquals(60, count.trees());
    assertArrayEquals(new double[] {0.5, 2}, count.error());
  }

  @Test
  void theSameLearningRateTakesAsManyTrees() {
    assertEquals(30, FOUND.over(480, withRate(0.1)).get(0).trees());
  }

  @Test
  void muchMoreRowsSearchAgain() {
    assertTrue(FOUND.over(961, withRate(0.1)).isEmpty());
    assertEquals(1, FOUND.over(960, withRate(0.1)).size());
  }
}
