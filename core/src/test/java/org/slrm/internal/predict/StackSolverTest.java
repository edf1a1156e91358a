package org.slrm.internal.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.internal.label.Gaussian;
import org.slrm.result.ModelState;

/** A stack is the mixture of its members: weighted means, and the law of total variance. */
class StackSolverTest {
  private static final int FEATURES = 3;

  /** A member all of whose answers are made up from one number. */
  private record Made(double a, boolean imputes, boolean predicts) implements LinearInPattern {
    @Override
    public int features() {
      return FEATURES;
    }

    @Override
    public int targets() {
      return 2;
    }

    @Override
    public double intercept(int target) {
      return 10 * a + target;
    }

    @Override
    public double center(int j) {
      return a - j;
    }

    @Override
    public PatternSolver patternSolver() {
      return new MadeSolver(this);
    }

    @Override
    public int nonZeros(int target) {
      return FEATURES;
    }

    @Override
    public ModelState state() {
      return new ModelState(Map.of(), Map.of());
    }

    double coefficient(int target, int j) {
      return a * (j + 1) - 2 * target;
    }

    double offset(int target) {
      return a / (target + 1);
    }

    double signal(int target) {
      return 2 * a + target;
    }

    double noise(int target) {
      return a * a + target;
    }

    /** By definition, over the observed features. */
    double mean(int target, int[] observed, double[] z) {
      double sum = intercept(target) + offset(target);
      for (int e = 0; e < observed.length; e++) {
        sum += coefficient(target, observed[e]) * (z[e] - center(observed[e]));
      }
      return sum;
    }
  }

  private static final class MadeSolver implements PatternSolver {
    private final Made of;
    private int[] observed = new int[0];

    MadeSolver(Made of) {
      this.of = of;
    }

    @Override
    public void pattern(int[] indices, int m) {
      observed = Arrays.copyOf(indices, m);
    }

    @Override
    public boolean predicts() {
      return of.predicts;
    }

    @Override
    public void coefficients(int target, double[] out) {
      for (int e = 0; e < observed.length; e++) {
        out[e] = of.coefficient(target, observed[e]);
      }
    }

    @Override
    public double offset(int target) {
      return of.offset(target);
    }

    @Override
    public double signalVariance(int target) {
      return of.signal(target);
    }

    @Override
    public double noiseVariance(int target) {
      return of.noise(target);
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      Arrays.setAll(out, j -> of.a + j * (target + 1));
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] variance) {
      Arrays.setAll(mean, j -> of.a * j + Arrays.stream(residual).sum());
      Arrays.setAll(variance, j -> of.a - 2 * j);
    }
  }

  private static final Made ONE = new Made(1, false, false);
  private static final Made TWO = new Made(2.5, true, true);
  private static final Made LEFT_OUT = new Made(Double.NaN, false, false);
  private static final List<Member> MEMBERS = List.of(ONE, TWO, LEFT_OUT);
  private static final double[][] WEIGHTS = {{0.25, 0.75, 0}, {0.6, 0.4, 0}};
  private static final int[] OBSERVED = {0, 2};
  private static final double[] Z = {4, -3};

  private static StackSolver stack() {
    StackSolver stack = solver(MEMBERS, WEIGHTS);
    // A longer pattern before, of which nothing may be left.
    stack.pattern(new int[] {0, 1, 2}, 3);
    stack.pattern(new int[] {0, 2, 1}, 2);
    return stack;
  }

  @Test
  void theMeanIsTheWeightedMeanOfTheMembersWithAWeight() {
    StackSolver stack = stack();
    for (int t = 0; t < 2; t++) {
      stack.row(Z);
      stack.evaluate(t);
      double[] v = WEIGHTS[t];
      assertEquals(v[0] * ONE.mean(t, OBSERVED, Z) + v[1] * TWO.mean(t, OBSERVED, Z), stack.mean());
    }
  }

  @Test
  void theVarianceIsThatWithinMembersPlusThatBetweenThem() {
    StackSolver stack = stack();
    for (int t = 0; t < 2; t++) {
      stack.row(Z);
      stack.evaluate(t);
      double[] v = WEIGHTS[t];
      double within = v[0] * (ONE.signal(t) + ONE.noise(t)) + v[1] * (TWO.signal(t) + TWO.noise(t));
      double apart = ONE.mean(t, OBSERVED, Z) - TWO.mean(t, OBSERVED, Z);
      assertEquals(within + v[0] * v[1] * apart * apart, stack.variance(), 1e-10);
    }
  }

  @Test
  void aSignalVarianceBelowZeroByRoundingCountsAsZero() {
    Made below = new Made(-0.5, true, true);
    StackSolver stack = solver(List.of(below), new double[][] {{1}});
    stack.pattern(OBSERVED, 2);
    stack.row(Z);
    stack.evaluate(0);
    assertEquals(below.noise(0), stack.variance());
  }

  @Test
  void contributionsMissingnessAndInterceptAddUpToTheMean() {
    StackSolver stack = solver(MEMBERS.subList(0, 2), WEIGHTS);
    stack.pattern(OBSERVED, 2);
    for (int t = 0; t < 2; t++) {
      double[] v = WEIGHTS[t];
      stack.row(Z);
      stack.evaluate(t);
      double sum = stack.intercept(t) + stack.missingness(t);
      double[] contribution = new double[2];
      stack.contributions(t, contribution);
      sum += contribution[0] + contribution[1];
      assertEquals(stack.mean(), sum, 1e-12);
      assertEquals(v[0] * ONE.offset(t) + v[1] * TWO.offset(t), stack.missingness(t), 1e-12);
      assertEquals(v[0] * ONE.intercept(t) + v[1] * TWO.intercept(t), stack.intercept(t), 1e-12);
    }
  }

  @Test
  void membersWithoutWeightAreNotAskedForContributions() {
    StackSolver stack = stack();
    StackSolver without = solver(MEMBERS.subList(0, 2), WEIGHTS);
    without.pattern(OBSERVED, 2);
    double[] expected = new double[2];
    double[] found = new double[2];
    without.row(Z);
    stack.row(Z);
    without.contributions(1, expected);
    stack.contributions(1, found);
    assertArrayEquals(expected, found, 0);
    assertEquals(without.missingness(1), stack.missingness(1));
  }

  @Test
  void varianceReductionsAreWeighted() {
    double[] out = {7, 7, 7};
    stack().varianceReductions(1, out);
    double level = 0.6 * 1 + 0.4 * 2.5;
    assertArrayEquals(new double[] {level, level + 2, level + 4}, out, 1e-12);
  }

  @Test
  void aPatternIsAnsweredWhenAnyMemberAnswers() {
    assertTrue(stack().predicts());
    StackSolver silent = solver(List.of(ONE, ONE), new double[][] {{0.5, 0.5}});
    silent.pattern(OBSERVED, 2);
    assertFalse(silent.predicts());
    StackSolver first = solver(List.of(TWO, ONE), new double[][] {{0.5, 0.5}});
    first.pattern(OBSERVED, 2);
    assertTrue(first.predicts());
  }

  /** Sum of what is observed around the member's centres, at 0 and 2. */
  private static double residuals(double a) {
    return Z[0] - a + Z[1] - (a - 2);
  }

  private static double[][] impute(List<Member> members, double[][] weights) {
    StackSolver stack = solver(members, weights);
    stack.pattern(OBSERVED, 2);
    double[][] out = {{9, 9, 9}, {9, 9, 9}};
    stack.row(Z);
    stack.impute(out[0], out[1]);
    return out;
  }

  @Test
  void rowsAreCompletedByTheMembersThatCan() {
    double[][] out = impute(MEMBERS, WEIGHTS);
    double sum = residuals(2.5);
    assertArrayEquals(new double[] {sum, sum + 2.5, sum + 5}, out[0], 1e-12);
    assertArrayEquals(new double[] {2.5, 0.5, 0}, out[1], 1e-12);
  }

  @Test
  void completionsOfSeveralMembersAreMixedAsPredictionsAre() {
    Made four = new Made(4, true, true);
    // Weights add up over targets: 1 and 3 of 4
    double[][] out = impute(List.of(TWO, four), new double[][] {{0.25, 0.75}, {0.25, 0.75}});
    for (int j = 0; j < FEATURES; j++) {
      double one = 2.5 * j + residuals(2.5);
      double other = 4 * j + residuals(4);
      assertEquals(0.25 * one + 0.75 * other, out[0][j], 1e-12);
      double within = 0.25 * Math.max(0, 2.5 - 2 * j) + 0.75 * Math.max(0, 4 - 2 * j);
      double between = 0.25 * 0.75 * (one - other) * (one - other);
      assertEquals(within + between, out[1][j], 1e-12);
    }
  }

  @Test
  void whenNoMemberCanCompleteAllDoAsTheyAreWeighted() {
    Made three = new Made(3, false, true);
    double[][] out = impute(List.of(ONE, three), new double[][] {{0.25, 0.75}});
    double expected = 0.25 * residuals(1) + 0.75 * residuals(3);
    assertEquals(expected, out[0][0], 1e-12);
  }

  @Test
  void aMemberWithoutWeightCompletesWhenItAloneCan() {
    double[][] out = impute(List.of(ONE, TWO), new double[][] {{1, 0}});
    double sum = residuals(2.5);
    assertArrayEquals(new double[] {sum, sum + 2.5, sum + 5}, out[0], 1e-12);
  }

  private static StackSolver solver(List<Member> members, double[][] weights) {
    return new StackSolver(members, weights, Collections.nCopies(weights.length, Gaussian.LABEL));
  }
}
