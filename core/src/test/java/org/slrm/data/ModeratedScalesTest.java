package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ModeratedScalesTest {
  @Test
  void digammaAndTrigammaHaveTheirKnownValues() {
    assertEquals(-0.5772156649015329, ModeratedScales.digamma(1), 1e-9);
    assertEquals(-1.9635100260214235, ModeratedScales.digamma(0.5), 1e-9);
    assertEquals(Math.PI * Math.PI / 6, ModeratedScales.trigamma(1), 1e-9);
    assertEquals(Math.PI * Math.PI / 2, ModeratedScales.trigamma(0.5), 1e-9);
    assertEquals(2.5, ModeratedScales.trigammaInverse(ModeratedScales.trigamma(2.5)), 1e-9);
  }

  @Test
  void twoNearlyEqualValuesMakeNoTinyUnitWhereColumnsAreAlike() {
    IncompleteMatrix x = columns(400, 3, j -> 1.0);
    Scaling s = Scaling.of(x, Scaling.Kind.STANDARDIZE);
    for (int j = 0; j < x.columns(); j++) {
      assertTrue(s.scale(j) > 0.5 && s.scale(j) < 2, "scale " + s.scale(j));
    }
  }

  @Test
  void columnsOfDifferentUnitsKeepThem() {
    IncompleteMatrix x = columns(400, 8, j -> Math.pow(10, j % 7 - 3));
    Scaling s = Scaling.of(x, Scaling.Kind.STANDARDIZE);
    for (int j = 0; j < x.columns(); j++) {
      double unit = Math.pow(10, j % 7 - 3);
      assertTrue(s.scale(j) > unit / 5 && s.scale(j) < 5 * unit, unit + " got " + s.scale(j));
    }
  }

  @Test
  void columnsWithEnoughEntriesOrTooFewOfThemAreTakenAsTheyAre() {
    for (IncompleteMatrix x :
        new IncompleteMatrix[] {columns(400, 10, j -> 1), columns(40, 3, j -> 1)}) {
      Scaling s = Scaling.of(x, Scaling.Kind.STANDARDIZE);
      for (int j = 0; j < x.columns(); j++) {
        assertEquals(Math.sqrt(x.statistics().variance()[j]), s.scale(j));
      }
    }
  }

  private static IncompleteMatrix columns(
      int columns, int known, java.util.function.IntToDoubleFunction unit) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[known][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = unit.applyAsDouble(j) * random.nextGaussian();
      }
    }
    return IncompleteMatrix.ofNaN(x);
  }
}
