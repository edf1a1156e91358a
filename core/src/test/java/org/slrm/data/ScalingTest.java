package org.slrm.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.slrm.data.IncompleteMatrixTest.assertRefused;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.result.Folds;

class ScalingTest {
  private static final double NA = Double.NaN;

  @Test
  void statisticsAreThoseOfTheKnownEntries() {
    ColumnStatistics s =
        IncompleteMatrix.ofNaN(new double[][] {{1, NA, 5}, {3, NA, 5}, {NA, NA, 5}}).statistics();
    assertEquals(2, s.mean()[0]);
    assertEquals(1, s.variance()[0]);
    assertEquals(1, s.min()[0]);
    assertEquals(3, s.max()[0]);
    assertEquals(2, s.known()[0]);
    assertTrue(Double.isNaN(s.mean()[1]) && Double.isNaN(s.variance()[1]));
    assertTrue(Double.isNaN(s.min()[1]) && Double.isNaN(s.max()[1]));
    assertEquals(0, s.variance()[2]);
    assertEquals(List.of(1), s.allMissing());
    assertEquals(List.of(2), s.constant());
  }

  @Test
  void aLargeMeanDoesNotSpoilASmallVariance() {
    ColumnStatistics s =
        IncompleteMatrix.ofColumn(new double[] {1e9 + 1, 1e9 + 2, 1e9 + 3}).statistics();
    assertEquals(2.0 / 3, s.variance()[0], 1e-12);
  }

  @Test
  void sumsThatWouldOverflowDoNotSpoilTheMean() {
    IncompleteMatrix x = IncompleteMatrix.ofColumn(new double[] {1.5e308, 1.6e308});
    assertEquals(1.55e308, x.statistics().mean()[0], 1e295);
    IncompleteMatrix z = Scaling.of(x, Scaling.Kind.STANDARDIZE).apply(x);
    assertEquals(-z.valueAt(0, 0), z.valueAt(1, 0), 1e-12);
  }

  @Property(tries = 60)
  void standardisedColumnsHaveMeanZeroAndVarianceOne(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int rows) {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(IncompleteMatrixTest.random(seed, rows, 4, 0.6));
    Scaling scaling = Scaling.of(x, Scaling.Kind.STANDARDIZE);
    IncompleteMatrix z = scaling.apply(x);
    ColumnStatistics s = z.statistics();
    for (int j = 0; j < 4; j++) {
      if (s.known()[j] > 0) {
        assertEquals(0, s.mean()[j], 1e-12);
        assertEquals(x.statistics().constant().contains(j) ? 0 : 1, s.variance()[j], 1e-12);
      } else {
        assertEquals(0, scaling.center(j));
        assertEquals(1, scaling.scale(j));
      }
    }
    for (int k = 0; k < x.known(); k++) {
      assertEquals(x.column(k), z.column(k));
      assertEquals(x.value(k), scaling.unscaled(z.column(k), z.value(k)), 1e-12);
    }
  }

  @Property(tries = 40)
  void neitherRowOrderNorUnitsChangeStandardisedValues(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 30) int rows) {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(IncompleteMatrixTest.random(seed, rows, 3, 0.7));
    IncompleteMatrix z = Scaling.of(x, Scaling.Kind.STANDARDIZE).apply(x);
    IncompleteMatrix other = x.map((j, v) -> 64 * v - 32);
    IncompleteMatrix same = Scaling.of(other, Scaling.Kind.STANDARDIZE).apply(other);
    int[] order = Folds.shuffled(rows, seed);
    IncompleteMatrix mixed = x.selectRows(order);
    IncompleteMatrix shuffled = Scaling.of(mixed, Scaling.Kind.STANDARDIZE).apply(mixed);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(z.valueAt(i, j), same.valueAt(i, j), 1e-12);
        assertEquals(z.valueAt(order[i], j), shuffled.valueAt(i, j), 1e-12);
      }
    }
  }

  @Test
  void constantColumnsKeepTheirUnit() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{0.1, 7}, {0.1, NA}, {0.1, 7}});
    Scaling s = Scaling.of(x, Scaling.Kind.STANDARDIZE);
    assertEquals(1, s.scale(0));
    assertEquals(1, s.scale(1));
    assertEquals(0, s.apply(x).valueAt(2, 0));
    assertEquals(0.1, s.unscaled(0, 0));
  }

  @Test
  void centringAndNothingDoWhatTheySay() {
    IncompleteMatrix x = IncompleteMatrix.ofColumn(new double[] {1, 5});
    assertEquals(-2, Scaling.of(x, Scaling.Kind.CENTER).scaled(0, 1));
    assertEquals(1, Scaling.of(x, Scaling.Kind.NONE).scaled(0, 1));
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    assertRefused(
        "length of scale must equal length of center (1), got 2",
        () -> Scaling.of(new double[1], new double[2]));
    assertRefused(
        "scale of column 0 must be finite and above 0, got 0.0",
        () -> Scaling.of(new double[1], new double[1]));
    assertRefused(
        "center of column 0 must be finite, got NaN",
        () -> Scaling.of(new double[] {NA}, new double[] {1}));
    assertRefused(
        "columns must equal columns of the scaling (1), got 2",
        () ->
            Scaling.of(new double[1], new double[] {1}).apply(IncompleteMatrix.builder(2).build()));
  }
}
