package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldErrors;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.run.Workers;

class ClassNetTest {
  private static final double TIGHT = 1e-16;

  static List<FamilyReference> glmnet() {
    return FamilyReference.of("multinomial");
  }

  private static ClassProblem problem(FamilyReference r) {
    int[] y = Arrays.stream(r.y()).mapToInt(v -> (int) v).toArray();
    return ClassProblem.ofRows(r.rowMajor(), r.features(), y, r.columns(), r.weights());
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathIsThatOfGlmnet(FamilyReference r) {
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    SharedPath path = ClassNet.path(problem(r), r.grouped(), r.penalties(), settings);
    for (int k = 0; k < path.size(); k++) {
      assertArrayEquals(r.coefficients(k), path.coefficients()[k], 1e-6, "point " + k);
      assertArrayEquals(
          centred(r.intercepts(k)), centred(path.intercepts()[k]), 1e-6, "point " + k);
    }
  }

  /** A shift of all intercepts changes no probability. */
  private static double[] centred(double[] of) {
    double mean = Arrays.stream(of).average().orElse(0);
    return Arrays.stream(of).map(v -> v - mean).toArray();
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathStartsWhereGlmnetStarts(FamilyReference r) {
    Penalties path = ClassNet.penalties(problem(r), r.grouped(), r.standardize(), 2, 0.1);
    assertEquals(r.lambdaMax(), path.l1()[0] / 2 / r.alpha(), 1e-9 * r.lambdaMax());
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void foldsGiveTheDeviancesOfGlmnet(FamilyReference r) {
    var settings = new ElasticNet.Settings(r.standardize(), 1e-12, 1_000_000);
    List<FoldErrors.Fold> folds = new ArrayList<>();
    for (int f = 1; f <= 4; f++) {
      ClassProblem training = problem(r).withWeights(r.weights(f, false));
      ClassProblem heldOut = problem(r).withWeights(r.weights(f, true));
      folds.add(ClassNet.fold(training, heldOut, r.grouped(), r.penalties(), settings));
    }
    FoldErrors cv = FoldErrors.walk(folds, r.lambda().length, 0, Workers.single());
    assertArrayEquals(r.cvMean(), cv.errors(), 1e-5);
  }

  private static final int N = 60;
  private static final int P = 5;

  private static double[] features() {
    SplittableRandom random = new SplittableRandom(11);
    double[] x = new double[N * P];
    Arrays.setAll(x, e -> random.nextGaussian());
    return x;
  }

  /** |w_0| + |w_1| is least where 0 lies between them, and then |w_1 − w_0|. */
  @Test
  void twoClassesAreTheLogisticLabel() {
    double[] x = features();
    int[] y = IntStream.range(0, N).map(i -> x[i * P] + 0.5 * x[i * P + 1] > 0 ? 1 : 0).toArray();
    ClassProblem classes = ClassProblem.ofRows(x, P, y, 2, null);
    double[] labels = Arrays.stream(y).asDoubleStream().toArray();
    LabelProblem logistic = LabelProblem.ofRows(Logistic.LABEL, x, P, labels, null);
    var settings = new ElasticNet.Settings(true, 1e-14, 100_000);
    Penalties penalties = LabelNet.penalties(logistic, true, 6, 0.05, 1);
    ElasticNetPath expected = LabelNet.path(logistic, penalties, settings);
    SharedPath path = ClassNet.path(classes, false, penalties, settings);
    for (int k = 0; k < 6; k++) {
      double[] w = path.column(k, 1);
      for (int j = 0; j < P; j++) {
        assertEquals(expected.coefficients(k)[j], w[j] - path.column(k, 0)[j], 1e-5);
      }
    }
  }

  @Test
  void aClassWithoutRowsIsUnlikelyButNotImpossible() {
    double[] x = features();
    int[] y = IntStream.range(0, N).map(i -> x[i * P] > 0 ? 1 : 0).toArray();
    y[0] = 2;
    double[] without = new double[N];
    Arrays.fill(without, 1, N, 1);
    ClassProblem all = ClassProblem.ofRows(x, P, y, 3, null);
    for (boolean grouped : new boolean[] {false, true}) {
      Penalties penalties = ClassNet.penalties(all, grouped, true, 5, 0.1);
      SharedPath path =
          ClassNet.path(
              all.withWeights(without), grouped, penalties, ElasticNet.Settings.defaults());
      assertArrayEquals(new double[P], path.column(4, 2));
      double deviance = all.deviance(path.intercepts()[4], path.coefficients()[4]);
      assertTrue(deviance < 2 * Math.log(3), "deviance " + deviance);
    }
  }

  @Test
  void rowsOfOneClassLeaveIntercepts() {
    ClassProblem one = ClassProblem.ofRows(features(), P, new int[N], 3, null);
    SharedPath path =
        ClassNet.path(one, true, Penalties.of(0.1, 0), ElasticNet.Settings.defaults());
    assertArrayEquals(new double[3 * P], path.coefficients()[0]);
    assertEquals(
        -Math.log(3.0 * (N + 1)), path.intercepts()[0][1] - path.intercepts()[0][0], 1e-12);
  }

  @Test
  void separableClassesHaveFiniteCoefficients() {
    double[] x = features();
    int[] y =
        IntStream.range(0, N).map(i -> x[i * P] > 0.5 ? 2 : x[i * P] > -0.5 ? 1 : 0).toArray();
    ClassProblem problem = ClassProblem.ofRows(x, P, y, 3, null);
    for (boolean grouped : new boolean[] {false, true}) {
      Penalties penalties = ClassNet.penalties(problem, grouped, true, 20, 1e-4);
      SharedPath path =
          ClassNet.path(problem, grouped, penalties, new ElasticNet.Settings(true, 1e-6, 10_000));
      double before = Double.POSITIVE_INFINITY;
      for (int k = 0; k < path.size(); k++) {
        double deviance = problem.deviance(path.intercepts()[k], path.coefficients()[k]);
        assertTrue(deviance <= before + 1e-6, "point " + k);
        before = deviance;
      }
      assertTrue(before < 0.5, "deviance " + before);
    }
  }

  @Test
  void theMiddleIsWhereThePenaltyIsLeast() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 200; trial++) {
      double[] v = random.doubles(2 + trial % 4, -1, 1).toArray();
      double l2 = trial % 3 == 0 ? 0 : random.nextDouble();
      double c = ClassNet.middle(v, 0.5, l2);
      double least = penalty(v, c, l2);
      for (double off : new double[] {-0.1, -1e-4, 1e-4, 0.1}) {
        assertTrue(least <= penalty(v, c + off, l2) + 1e-12);
      }
    }
  }

  private static double penalty(double[] v, double c, double l2) {
    return Arrays.stream(v).map(e -> 0.5 * Math.abs(e - c) + l2 * (e - c) * (e - c)).sum();
  }

  @Test
  void aPenaltyIsChosenByFoldsAlikeForAnyNumberOfThreads() {
    double[] x = features();
    int[] y = IntStream.range(0, N).map(i -> x[i * P] + x[i * P + 1] > 0 ? i % 2 : 2).toArray();
    int[] fold = IntStream.range(0, N).map(i -> i % 5).toArray();
    ClassProblem problem = ClassProblem.ofRows(x, P, y, 3, null);
    for (boolean grouped : new boolean[] {false, true}) {
      ClassChoice one = ClassChoice.of(problem, fold, grouped, Workers.single());
      try (Workers two = Workers.of(2)) {
        assertArrayEquals(one.w(), ClassChoice.of(problem, fold, grouped, two).w());
      }
      assertTrue(one.error() < 0.8 * 2 * Math.log(3), "error " + one.error());
      assertTrue(Math.abs(one.w()[2 * P]) > 0);
    }
  }
}
