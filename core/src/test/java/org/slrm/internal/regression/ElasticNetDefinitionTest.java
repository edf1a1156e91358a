package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.internal.regression.ElasticNet.Settings;

/** What a path says of itself, against the same written out over rows. */
class ElasticNetDefinitionTest {

  private static ElasticNetPath solve(
      ElasticNetTwin twin, boolean standardize, double tolerance, int sweeps) {
    Settings settings = new Settings(standardize, tolerance, sweeps);
    return ElasticNet.path(twin.problem(), Penalties.of(twin.l1(), twin.l2()), settings);
  }

  /** A share of the penalty that leaves nothing, small enough for the strong rule to keep all. */
  private static ElasticNetTwin penalised(
      ElasticNetTwin twin, boolean standardize, double share, double l2) {
    return twin.with(share * ElasticNet.largestPenalty(twin.problem(), standardize), l2);
  }

  @ParameterizedTest
  @CsvSource({"true, 0.1, 0", "true, 0.1, 0.3", "false, 0.1, 0", "false, 0.02, 0.3"})
  void theGapIsWhatTheObjectiveLacksToTheDual(boolean standardize, double share, double l2) {
    ElasticNetTwin twin = ElasticNetTwin.random(30, 5, standardize, 1);
    twin = penalised(twin, standardize, share, l2);
    for (int sweeps = 1; sweeps <= 4; sweeps++) {
      ElasticNetPath path = solve(twin, standardize, 1e-12, sweeps);
      double expected = twin.gap(path.coefficients(0)) / twin.variance();
      assertTrue(expected > 1e-9, "nothing left to measure");
      assertEquals(expected, path.gaps()[0], 1e-12);
      assertEquals(sweeps, path.sweeps()[0]);
    }
  }

  @Test
  void withRidgeAloneTheGapIsThatOfTheResidualItself() {
    ElasticNetTwin twin = ElasticNetTwin.random(30, 5, true, 2).with(0, 0.3);
    ElasticNetPath path = solve(twin, true, 1e-12, 2);
    double expected = 0;
    for (int j = 0; j < 5; j++) {
      expected += Math.pow(twin.slope(path.coefficients(0), j), 2) / (2 * twin.l2());
    }
    assertTrue(expected > 1e-6, "nothing left to measure");
    assertEquals(expected / twin.variance(), path.gaps()[0], 1e-12);
  }

  @Test
  void aPenaltyThatLeavesNothingHasNoGap() {
    ElasticNetTwin twin = ElasticNetTwin.random(30, 5, true, 3);
    ElasticNetPath path = solve(penalised(twin, true, 1.5, 0.2), true, 1e-7, 100);
    assertEquals(0, path.support()[0].length);
    assertEquals(0, path.gaps()[0], 1e-15);
    assertEquals(1, path.sweeps()[0]);
  }

  @Test
  void labelsThatDoNotVaryHaveNoGap() {
    double[] x = {1, 2, 2, 5, 3, 1};
    GramProblem problem = GramProblem.ofRows(x, 2, new double[] {4, 4, 4}, null);
    ElasticNetPath path = ElasticNet.path(problem, Penalties.of(0.1, 0), Settings.defaults());
    assertArrayEquals(new double[1], path.gaps());
    assertEquals(4, path.intercept(0));
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "false, 0.3"})
  void sweepsGoForthAndBackOverAllFeatures(boolean standardize, double l2) {
    ElasticNetTwin twin = ElasticNetTwin.random(30, 6, standardize, 4);
    twin = penalised(twin, standardize, 0.1, l2);
    double[] w = new double[6];
    for (int sweeps = 1; sweeps <= 8; sweeps++) {
      twin.sweep(w, sweeps - 1);
      assertArrayEquals(w, solve(twin, standardize, 1e-15, sweeps).coefficients(0), 1e-10);
    }
  }

  @Test
  void noSweepNorLeapRaisesTheObjective() {
    for (int seed = 0; seed < 10; seed++) {
      ElasticNetTwin twin = ElasticNetTwin.random(12, 10, true, seed);
      twin = penalised(twin, true, 0.002, seed % 2 * 1e-3);
      double last = twin.objective(new double[10]);
      for (int sweeps = 1; sweeps < 50; sweeps++) {
        double next = twin.objective(solve(twin, true, 1e-15, sweeps).coefficients(0));
        assertTrue(next <= last + 1e-13 * twin.variance(), seed + ": " + next + " after " + last);
        last = next;
      }
    }
  }

  @Test
  void extrapolationSavesSweeps() {
    ElasticNetTwin twin = penalised(ElasticNetTwin.random(40, 10, true, 6), true, 1e-3, 1e-4);
    ElasticNetPath path = solve(twin, true, 1e-9, 10_000);
    double[] w = new double[10];
    int plain = 0;
    while (twin.gap(w) > 1e-9 * twin.variance()) {
      twin.sweep(w, plain++);
    }
    assertTrue(path.gaps()[0] <= 1e-9);
    assertTrue(path.sweeps()[0] < plain / 2, path.sweeps()[0] + " sweeps, plain " + plain);
  }

  @Test
  void aLooseToleranceIsKeptAndEndsSooner() {
    ElasticNetTwin twin = penalised(ElasticNetTwin.random(40, 10, true, 7), true, 1e-3, 0);
    ElasticNetPath loose = solve(twin, true, 1e-3, 10_000);
    ElasticNetPath tight = solve(twin, true, 1e-12, 10_000);
    assertTrue(loose.gaps()[0] <= 1e-3, "gap " + loose.gaps()[0]);
    assertTrue(tight.gaps()[0] <= 1e-12, "gap " + tight.gaps()[0]);
    assertTrue(2 * loose.sweeps()[0] < tight.sweeps()[0], loose.sweeps()[0] + " sweeps");
  }

  @Test
  void aToleranceBelowRoundingEndsWhenNothingMovesAnyMore() {
    for (int seed = 0; seed < 20; seed++) {
      ElasticNetTwin twin = ElasticNetTwin.random(30, 5, true, seed);
      ElasticNetPath path = solve(penalised(twin, true, 0.1, 0.1), true, 1e-25, 100_000);
      assertTrue(path.sweeps()[0] < 1000, path.sweeps()[0] + " sweeps with seed " + seed);
    }
  }

  @Test
  void labelsInOtherUnitsTakeTheSameSteps() {
    ElasticNetTwin twin = penalised(ElasticNetTwin.random(40, 10, true, 9), true, 1e-3, 0);
    double[] small = Arrays.stream(twin.y()).map(y -> y / 1024).toArray();
    ElasticNetTwin other = new ElasticNetTwin(twin.x(), small, twin.s(), twin.l1() / 1024, 0);
    ElasticNetPath path = solve(twin, true, 1e-6, 10_000);
    ElasticNetPath scaled = solve(other, true, 1e-6, 10_000);
    double[] back = Arrays.stream(scaled.coefficients(0)).map(w -> w * 1024).toArray();
    assertArrayEquals(path.coefficients(0), back, 0);
    assertArrayEquals(path.sweeps(), scaled.sweeps());
    assertArrayEquals(path.gaps(), scaled.gaps(), 0);
  }
}
