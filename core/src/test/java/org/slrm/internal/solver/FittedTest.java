package org.slrm.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.data.RowBlocks;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.method.TreesConfig;

class FittedTest {
  @Test
  void aSingleMemberHasAllTheWeightForEveryTarget() {
    assertArrayEquals(new double[][] {{1}, {1}, {1}}, Fitted.single(3));
  }

  @Test
  void settingsThatWereFoundKeepTheirOrder() {
    assertEquals(List.of("z", "a"), List.copyOf(FitRecord.ordered("z", 1, "a", 2).keySet()));
  }

  @Test
  void aMethodWithoutPassesNamesThoseThatHaveThem() {
    MethodConfig trees = TreesConfig.defaults();
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Method.of(trees).passSolver(trees, RowBlocks.Passes.defaults(), 5));
    for (MethodSpec spec : MethodSpec.all()) {
      assertEquals(spec.passes(), refusal.getMessage().matches(".*[ ,]" + spec.name() + "[ ,].*"));
    }
    assertTrue(refusal.getMessage().endsWith("got trees"));
  }
}
