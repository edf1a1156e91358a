package org.slrm.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final double NA = Double.NaN;

  @Test
  void errorsFollowTheirDefinitions() {
    double[] y = {1, 2, 3, NA, 9};
    double[] p = {1, 3, 5, 1, NA};
    assertEquals(5.0 / 3, Metrics.mse(y, p), 1e-15);
    assertEquals(1, Metrics.mae(y, p), 1e-15);
    assertEquals(1 - (5.0 / 3) / (2.0 / 3), Metrics.r2(y, p), 1e-15);
    // squared errors 0, 1, 4: standard deviation over the root of 3
    assertEquals(Math.sqrt((25.0 + 4 + 49) / 9 / 2 / 3), Metrics.mseStandardError(y, p), 1e-15);
  }

  @Test
  void aPairOfWeightTwoCountsTwiceAndOneOfWeightZeroNotAtAll() {
    double[] y = {1, 2, 3, NA, 9, 50};
    double[] p = {1, 3, 5, 1, NA, 0};
    double[] weights = {2, 1, 3, 7, 7, 0};
    double[] yy = {1, 1, 2, 3, 3, 3};
    double[] pp = {1, 1, 3, 5, 5, 5};
    assertEquals(13.0 / 6, Metrics.mse(y, p, weights), 1e-15);
    assertEquals(Metrics.mseStandardError(yy, pp), Metrics.mseStandardError(y, p, weights), 1e-15);
    assertEquals(Metrics.r2(yy, pp), Metrics.r2(y, p, weights), 1e-15);
    double[] one = {0, 0, 1, 1, 1, 0};
    assertTrue(Double.isNaN(Metrics.mseStandardError(y, p, one)));
    var e = assertThrows(IllegalArgumentException.class, () -> Metrics.mse(y, p, new double[] {1}));
    assertEquals("number of weights must equal number of labels (6), got 1", e.getMessage());
  }

  @Test
  void withoutPairsThereIsNoError() {
    assertTrue(Double.isNaN(Metrics.mse(new double[] {NA}, new double[] {1})));
    assertTrue(Double.isNaN(Metrics.mseStandardError(new double[] {1}, new double[] {1})));
  }

  @Test
  void differentLengthsAreRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> Metrics.mse(new double[2], new double[1]));
    assertEquals("number of predictions must equal number of labels (2), got 1", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Metrics.r2(new double[2], new double[1]));
    assertThrows(
        IllegalArgumentException.class,
        () -> Metrics.mseStandardError(new double[2], new double[3]));
  }

  @Property
  void foldsAreOfNearlyEqualSizeAndCoverEveryRowOnce(
      @ForAll @IntRange(min = 2, max = 60) int rows, @ForAll long seed) {
    int folds = 2 + (int) Math.floorMod(seed, (long) rows - 1);
    int[] fold = Folds.assign(rows, folds, seed);
    int[] sizes = new int[folds];
    Arrays.stream(fold).forEach(f -> sizes[f]++);
    int[] sorted = Arrays.stream(sizes).sorted().toArray();
    assertTrue(sorted[folds - 1] - sorted[0] <= 1);
    int[] both =
        IntStream.concat(Arrays.stream(Folds.of(fold, 0)), Arrays.stream(Folds.without(fold, 0)))
            .sorted()
            .toArray();
    assertArrayEquals(IntStream.range(0, rows).toArray(), both);
    assertArrayEquals(fold, Folds.assign(rows, folds, seed));
  }

  @Test
  void otherSeedsGiveOtherFolds() {
    assertNotEquals(
        Arrays.toString(Folds.assign(50, 5, 1)), Arrays.toString(Folds.assign(50, 5, 2)));
  }

  @Test
  void moreFoldsThanRowsAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> Folds.assign(3, 4, 1));
    assertEquals("folds must be between 2 and 3, got 4", e.getMessage());
  }
}
