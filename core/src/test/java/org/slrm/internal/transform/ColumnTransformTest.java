package org.slrm.internal.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slrm.data.IncompleteMatrix;

class ColumnTransformTest {
  private static final ColumnTransform BENT =
      new ColumnTransform(new double[] {0, 1, 3}, new double[] {0, 2, 3});

  @Test
  void aCurveIsStraightBetweenKnotsAndBeyondTheEnds() {
    assertEquals(1, BENT.value(0.5), 1e-15);
    assertEquals(2, BENT.value(1), 0);
    assertEquals(2.5, BENT.value(2), 1e-15);
    assertEquals(-4, BENT.value(-2), 1e-15);
    assertEquals(4, BENT.value(5), 1e-15);
  }

  @Test
  void theInverseUndoesACurve() {
    for (double z = -3; z < 6; z += 0.37) {
      assertEquals(z, BENT.inverse(BENT.value(z)), 1e-12);
    }
  }

  @Test
  void knotsThatDoNotRiseAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ColumnTransform(new double[] {0, 0}, new double[] {0, 1}));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ColumnTransform(new double[] {0, 1}, new double[] {1, 0}));
  }

  @Test
  void everyKnotAndEveryPlaceBetweenKnotsIsFound() {
    for (int n = 2; n < 40; n++) {
      double[] from = new double[n];
      Arrays.setAll(from, k -> k * k);
      double[] to = new double[n];
      Arrays.setAll(to, k -> k);
      ColumnTransform curve = new ColumnTransform(from, to);
      for (int k = 0; k < n; k++) {
        assertEquals(k, curve.value(k * k), 0);
        assertEquals(k + 0.5, k + 1 < n ? curve.value(k * k + k + 0.5) : k + 0.5, 1e-12);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void weightsOfOneDrawTheCurvesOfNone(Shape shape) {
    double[] values = values(Math::exp);
    double[] ones = new double[values.length];
    Arrays.fill(ones, 1);
    IncompleteMatrix x = IncompleteMatrix.ofColumn(values);
    assertEquals(
        FeatureTransforms.of(x, null, shape).apply(x),
        FeatureTransforms.of(x, ones, shape).apply(x));
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void valuesBehindACurveHaveMeanZeroAndVarianceOne(Shape shape) {
    double[] u = transformed(Math::exp, shape);
    double mean = Arrays.stream(u).average().orElseThrow();
    assertEquals(0, mean, 1e-10);
    assertEquals(1, Arrays.stream(u).map(v -> v * v).average().orElseThrow(), 1e-10);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aLongTailIsDrawnInOnEitherSide(Shape shape) {
    double before = skewness(values(Math::exp));
    double right = skewness(transformed(Math::exp, shape));
    double left = skewness(transformed(v -> -Math.exp(v), shape));
    assertTrue(before > 3, "the test must have a tail: " + before);
    assertEquals(0, right, 0.25);
    assertEquals(-right, left, 0.02);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void neitherUnitNorZeroOfAColumnMatters(Shape shape) {
    assertArrayEquals(
        transformed(Math::exp, shape), transformed(v -> 1e6 * Math.exp(v) - 3e5, shape), 1e-8);
  }

  @Test
  void normalScoresOfNormalValuesChangeLittle() {
    double[] z = values(v -> v);
    double[] u = transformed(v -> v, Shape.NORMAL);
    for (int i = 0; i < z.length; i++) {
      assertEquals(z[i], u[i], Math.abs(z[i]) < 2 ? 0.15 : 0.6);
    }
  }

  @Test
  void aLogarithmLeavesColumnsWithoutALongTailAlone() {
    assertFalse(curves(v -> v, Shape.LOG).changesAny());
    assertTrue(curves(Math::exp, Shape.LOG).changesAny());
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void fewDistinctValuesAreLeftAsTheyAre(Shape shape) {
    assertSame(ColumnTransform.NONE, curves(v -> Math.rint(v), shape).transform(0));
    assertSame(
        ColumnTransform.NONE,
        FeatureTransforms.of(column(new double[] {1}), null, shape).transform(0));
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aRowOfWeightTwoIsTheRowTwice(Shape shape) {
    double[] z = Arrays.copyOf(values(Math::exp), 60);
    double[] weights = new double[60];
    Arrays.fill(weights, 1);
    weights[7] = 2;
    double[] twice = Arrays.copyOf(z, 61);
    twice[60] = z[7];
    ColumnTransform weighted = FeatureTransforms.of(column(z), weights, shape).transform(0);
    ColumnTransform doubled = FeatureTransforms.of(column(twice), null, shape).transform(0);
    assertArrayEquals(doubled.from(), weighted.from(), 1e-12);
    assertArrayEquals(doubled.to(), weighted.to(), 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void veryUnevenWeightsStillGiveACurve(Shape shape) {
    double[] z = Arrays.copyOf(values(Math::exp), 200);
    double[] weights = new double[200];
    Arrays.setAll(weights, i -> i % 2 == 0 ? 1e12 : 1e-12);
    ColumnTransform curve = FeatureTransforms.of(column(z), weights, shape).transform(0);
    assertTrue(curve.value(3) > curve.value(1));
  }

  private static double[] values(DoubleUnaryOperator f) {
    SplittableRandom random = new SplittableRandom(4);
    return random.doubles(2000).map(v -> f.applyAsDouble(random.nextGaussian())).toArray();
  }

  private static IncompleteMatrix column(double[] values) {
    return IncompleteMatrix.ofColumn(values);
  }

  private static FeatureTransforms curves(DoubleUnaryOperator f, Shape shape) {
    return FeatureTransforms.of(column(values(f)), null, shape);
  }

  private static double[] transformed(DoubleUnaryOperator f, Shape shape) {
    IncompleteMatrix u = curves(f, shape).apply(column(values(f)));
    double[] out = new double[u.rows()];
    Arrays.setAll(out, u::value);
    return out;
  }

  private static double skewness(double[] v) {
    double mean = Arrays.stream(v).average().orElseThrow();
    double two = Arrays.stream(v).map(x -> Math.pow(x - mean, 2)).average().orElseThrow();
    double three = Arrays.stream(v).map(x -> Math.pow(x - mean, 3)).average().orElseThrow();
    return three / Math.pow(two, 1.5);
  }
}
