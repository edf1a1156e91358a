package org.slrm.internal.outlier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailLimitsTest {
  private static double[] drawn(int n, long seed, ToDoubleFunction<Random> draw) {
    Random random = new Random(seed);
    return IntStream.range(0, n).mapToDouble(i -> draw.applyAsDouble(random)).toArray();
  }

  private static long outside(double[] values, double factor) {
    TailLimits reach = TailLimits.of(values).orElseThrow();
    return Arrays.stream(values).filter(v -> reach.outside(v, factor)).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 300, 2000})
  void noValueOfANormalOrExponentialColumnIsOutside(int n) {
    for (int seed = 0; seed < 40; seed++) {
      assertEquals(0, outside(drawn(n, seed, Random::nextGaussian), OutlierRules.LABEL));
      assertEquals(
          0, outside(drawn(n, seed, r -> -Math.log(1 - r.nextDouble())), OutlierRules.ENTRY));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 300, 2000})
  void entriesOfALogNormalColumnAreNextToNeverOutlying(int n) {
    long outlying = 0;
    for (int seed = 0; seed < 40; seed++) {
      outlying += outside(drawn(n, seed, r -> Math.exp(r.nextGaussian())), OutlierRules.ENTRY);
    }
    assertTrue(outlying <= 2, () -> "wild entries in 40 columns");
  }

  @Test
  void aTwentiethOfOutlyingValuesIsFound() {
    double[] values = drawn(400, 1, Random::nextGaussian);
    for (int i = 0; i < 20; i++) {
      values[i] = 30;
    }
    assertEquals(20, outside(values, OutlierRules.LABEL));
  }

  @Test
  void aStateThatManyRowsAreInSaysNothingOfTheReach() {
    double[] values = drawn(500, 2, r -> r.nextInt(10) < 6 ? 0 : Math.exp(r.nextGaussian()));
    assertEquals(0, outside(values, OutlierRules.ENTRY));
    values[7] = 1e6;
    assertEquals(1, outside(values, OutlierRules.ENTRY));
  }

  @Test
  void nothingIsSaidOfColumnsOfFewValues() {
    assertFalse(TailLimits.of(drawn(19, 3, Random::nextGaussian)).isPresent(), "too few");
    assertFalse(TailLimits.of(drawn(500, 3, r -> r.nextInt(2))).isPresent(), "two values");
    assertFalse(TailLimits.of(new double[100]).isPresent(), "constant");
  }

  @Test
  void anotherUnitGivesTheSameReachInThatUnit() {
    double[] values = drawn(300, 4, Random::nextGaussian);
    TailLimits one = TailLimits.of(values).orElseThrow();
    TailLimits other =
        TailLimits.of(Arrays.stream(values).map(v -> 7 - 8 * v).toArray()).orElseThrow();
    assertEquals(7 - 8 * one.high(1), other.low(1), 0.05 * 8 * one.above());
    assertEquals(8 * one.above(), other.below(), 0.05 * 8 * one.above());
  }

  @Test
  void aWeightOfTwoIsTwoRows() {
    double[] values = drawn(200, 5, Random::nextGaussian);
    double[] twos = new double[200];
    Arrays.fill(twos, 2);
    double[] twice = DoubleStream.concat(Arrays.stream(values), Arrays.stream(values)).toArray();
    assertEquals(TailLimits.of(twice), TailLimits.of(values, twos, 400));
  }
}
