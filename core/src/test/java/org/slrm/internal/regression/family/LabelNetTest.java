package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RawProblem;
import org.slrm.internal.run.Workers;

class LabelNetTest {
  private static final double TIGHT = 1e-15;

  static List<FamilyReference> glmnet() {
    return FamilyReference.of("binomial", "poisson");
  }

  private static Label label(FamilyReference r) {
    return r.family().equals("binomial") ? Logistic.LABEL : Counts.POISSON;
  }

  private static LabelProblem problem(FamilyReference r) {
    return LabelProblem.ofRows(label(r), r.rowMajor(), r.features(), r.y(), r.weights());
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathIsThatOfGlmnet(FamilyReference r) {
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    ElasticNetPath path = LabelNet.path(problem(r), r.penalties(), settings);
    for (int k = 0; k < path.size(); k++) {
      assertArrayEquals(r.coefficients(k), path.coefficients(k), 1e-6, "point " + k);
      assertEquals(r.intercept()[k], path.intercept(k), 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathStartsWhereGlmnetStarts(FamilyReference r) {
    int count = r.lambda().length;
    double down = r.lambda()[count - 1] / r.lambda()[0];
    Penalties path = LabelNet.penalties(problem(r), r.standardize(), count, down, r.alpha());
    assertArrayEquals(r.penalties().l1(), path.l1(), 1e-9 * r.lambda()[0]);
    assertArrayEquals(r.penalties().l2(), path.l2(), 1e-9 * r.lambda()[0]);
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void foldsGiveTheDeviancesOfGlmnet(FamilyReference r) {
    List<LabelProblem> training = new ArrayList<>();
    List<LabelProblem> heldOut = new ArrayList<>();
    for (int f = 1; f <= 4; f++) {
      training.add(problem(r).withWeights(r.weights(f, false)));
      heldOut.add(problem(r).withWeights(r.weights(f, true)));
    }
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    CrossValidatedPath cv =
        LabelNet.crossValidate(training, heldOut, r.penalties(), settings, Workers.single());
    assertArrayEquals(r.cvMean(), cv.errors(), 1e-6);
  }

  private static final int N = 40;
  private static final int P = 12;

  /** Correlated features, the last one constant. */
  private static double[] features(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[N * P];
    for (int i = 0; i < N; i++) {
      double common = random.nextGaussian();
      for (int j = 0; j < P; j++) {
        x[i * P + j] = j == P - 1 ? 3 : common + (j + 1) * random.nextGaussian();
      }
    }
    return x;
  }

  private static double[] labels(double[] x, java.util.function.DoubleUnaryOperator of) {
    double[] y = new double[N];
    Arrays.setAll(y, i -> of.applyAsDouble(x[i * P] - 0.5 * x[i * P + 1]));
    return y;
  }

  @Test
  void forNumbersItIsTheElasticNet() {
    double[] x = features(1);
    double[] y = labels(x, eta -> eta + 2);
    RawProblem raw = RawProblem.ofRows(x, P, y, null);
    LabelProblem problem = LabelProblem.ofRows(Gaussian.LABEL, x, P, y, null);
    Penalties penalties = Penalties.path(raw, true, 10, 1e-2, 0.7);
    var settings = new ElasticNet.Settings(true, TIGHT, 100_000);
    ElasticNetPath expected = ElasticNet.path(raw, penalties, settings);
    ElasticNetPath path = LabelNet.path(problem, penalties, settings);
    assertEquals(
        ElasticNet.largestPenalty(raw, true), LabelNet.largestPenalty(problem, true), 1e-9);
    for (int k = 0; k < path.size(); k++) {
      assertArrayEquals(expected.coefficients(k), path.coefficients(k), 1e-9);
      assertEquals(expected.intercept(k), path.intercept(k), 1e-9);
    }
  }

  @Test
  void separableClassesHaveFiniteCoefficientsThatGrowAlongThePath() {
    double[] x = features(2);
    double[] y = labels(x, eta -> eta > 0 ? 1 : 0);
    LabelProblem problem = LabelProblem.ofRows(Logistic.LABEL, x, P, y, null);
    Penalties penalties = LabelNet.penalties(problem, true, 30, 1e-6, 1);
    ElasticNetPath path =
        LabelNet.path(problem, penalties, new ElasticNet.Settings(true, 1e-9, 100_000));
    double before = 2 * Math.log(2);
    for (int k = 0; k < path.size(); k++) {
      double deviance = problem.deviance(path.intercept(k), path.coefficients(k));
      assertTrue(deviance <= before + 1e-9, "point " + k);
      assertTrue(path.gaps()[k] <= 1e-9, "point " + k + ": " + path.gaps()[k]);
      before = deviance;
    }
    assertTrue(before < 1e-4);
    assertEquals(0, path.coefficients(29)[P - 1], 0);
  }

  @Test
  void labelsThatAreAllTheSameLeaveAnIntercept() {
    double[] x = features(3);
    Penalties penalties = Penalties.of(0.01, 0);
    var settings = ElasticNet.Settings.defaults();
    for (Label label : new Label[] {Logistic.LABEL, Counts.POISSON}) {
      LabelProblem zeros = LabelProblem.ofRows(label, x, P, new double[N], null);
      ElasticNetPath path = LabelNet.path(zeros, penalties, settings);
      assertEquals(label.mean(0) / (N + 1), label.mean(path.intercept(0)), 1e-12);
      assertArrayEquals(new double[P], path.coefficients(0));
      assertEquals(0, LabelNet.largestPenalty(zeros, true));
    }
    double[] threes = labels(x, eta -> 3);
    LabelProblem same = LabelProblem.ofRows(Counts.POISSON, x, P, threes, null);
    assertEquals(Math.log(3), LabelNet.path(same, penalties, settings).intercept(0), 1e-12);
  }

  @Test
  void aWeightOfTwoIsAsGoodAsTwoRows() {
    double[] x = features(4);
    double[] y = labels(x, eta -> Math.rint(Math.exp(0.3 * eta)));
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 3);
    LabelProblem weighted = LabelProblem.ofRows(Counts.POISSON, x, P, y, weights);
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < N; i++) {
      for (int times = 0; times < i % 3; times++) {
        rows.add(i);
      }
    }
    double[] repeated = new double[rows.size() * P];
    double[] labels = new double[rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(x, rows.get(r) * P, repeated, r * P, P);
      labels[r] = y[rows.get(r)];
    }
    LabelProblem twice = LabelProblem.ofRows(Counts.POISSON, repeated, P, labels, null);
    Penalties penalties = LabelNet.penalties(weighted, true, 8, 1e-2, 1);
    var settings = new ElasticNet.Settings(true, TIGHT, 100_000);
    ElasticNetPath a = LabelNet.path(weighted, penalties, settings);
    ElasticNetPath b = LabelNet.path(twice, penalties, settings);
    assertArrayEquals(a.coefficients(7), b.coefficients(7), 1e-8);
    assertEquals(a.intercept(7), b.intercept(7), 1e-8);
  }

  /** Newton steps from a bad start would leave the numbers there are. */
  @Test
  void largeCountsOfManySizesAreFitted() {
    double[] x = features(5);
    double[] y = labels(x, eta -> Math.rint(Math.exp(3 * eta)));
    LabelProblem problem = LabelProblem.ofRows(Counts.POISSON, x, P, y, null);
    Penalties penalties = LabelNet.penalties(problem, true, 20, 1e-6, 1);
    ElasticNetPath path =
        LabelNet.path(problem, penalties, new ElasticNet.Settings(true, 1e-10, 100_000));
    assertTrue(path.gaps()[19] <= 1e-10, "gap " + path.gaps()[19]);
    assertEquals(3, path.coefficients(19)[0], 0.01);
    assertEquals(-1.5, path.coefficients(19)[1], 0.01);
  }

  @Test
  void threadsDoNotChangeAByte() {
    double[] x = features(6);
    double[] y = labels(x, eta -> eta > 0.7 ? 1 : 0);
    LabelProblem problem = LabelProblem.ofRows(Logistic.LABEL, x, P, y, null);
    List<LabelProblem> training = new ArrayList<>();
    List<LabelProblem> heldOut = new ArrayList<>();
    for (int f = 0; f < 4; f++) {
      double[] in = new double[N];
      double[] out = new double[N];
      for (int i = 0; i < N; i++) {
        (i % 4 == f ? out : in)[i] = 1;
      }
      training.add(problem.withWeights(in));
      heldOut.add(problem.withWeights(out));
    }
    Penalties penalties = LabelNet.penalties(problem, true, 12, 1e-3, 1);
    var settings = new ElasticNet.Settings(true, 1e-6, 1000, 3);
    double[] one =
        LabelNet.crossValidate(training, heldOut, penalties, settings, Workers.single()).errors();
    try (Workers two = Workers.of(2)) {
      assertArrayEquals(
          one, LabelNet.crossValidate(training, heldOut, penalties, settings, two).errors());
    }
  }
}
