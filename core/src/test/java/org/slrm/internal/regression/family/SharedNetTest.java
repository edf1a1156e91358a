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
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RawProblem;
import org.slrm.internal.regression.RegressionProblem;

class SharedNetTest {
  private static final double TIGHT = 1e-15;

  static List<FamilyReference> glmnet() {
    return FamilyReference.of("mgaussian");
  }

  private static List<RegressionProblem> problems(FamilyReference r, boolean moments) {
    List<RegressionProblem> out = new ArrayList<>();
    for (int t = 0; t < r.columns(); t++) {
      double[] y = Arrays.copyOfRange(r.y(), t * r.rows(), (t + 1) * r.rows());
      out.add(
          moments
              ? GramProblem.ofRows(r.rowMajor(), r.features(), y, r.weights())
              : RawProblem.ofRows(r.rowMajor(), r.features(), y, r.weights()));
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathIsThatOfGlmnet(FamilyReference r) {
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    for (boolean moments : new boolean[] {false, true}) {
      SharedPath path = path(problems(r, moments), r.penalties(), settings);
      for (int k = 0; k < path.size(); k++) {
        assertArrayEquals(r.coefficients(k), path.coefficients()[k], 1e-6, "point " + k);
        assertArrayEquals(r.intercepts(k), path.intercepts()[k], 1e-6, "point " + k);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathStartsWhereGlmnetStarts(FamilyReference r) {
    double largest = SharedNet.largestPenalty(problems(r, false), r.standardize());
    assertEquals(r.lambdaMax(), largest / 2 / r.alpha(), 1e-9 * r.lambdaMax());
  }

  private static final int N = 30;
  private static final int P = 6;

  /** The problem of a target that knows the labels of some rows. */
  private static GramProblem target(int t, int every) {
    SplittableRandom random = new SplittableRandom(9);
    double[] x = new double[N * P];
    Arrays.setAll(x, e -> random.nextGaussian() * (1 + e % P));
    double[] y = new double[N];
    double[] weights = new double[N];
    for (int i = 0; i < N; i++) {
      y[i] = (t + 1) * x[i * P] - x[i * P + 2] + random.nextGaussian();
      weights[i] = (i + t) % every == 0 ? 0 : 1;
    }
    return GramProblem.ofRows(x, P, y, weights);
  }

  @Test
  void forOneTargetItIsTheElasticNet() {
    GramProblem problem = target(0, 5);
    Penalties penalties = Penalties.path(problem, true, 8, 1e-2, 0.5);
    var settings = new ElasticNet.Settings(true, TIGHT, 100_000);
    ElasticNetPath expected = ElasticNet.path(problem, penalties, settings);
    SharedPath path = path(List.of(problem), penalties, settings);
    for (int k = 0; k < path.size(); k++) {
      assertArrayEquals(expected.coefficients(k), path.column(k, 0), 1e-9);
      assertEquals(expected.intercept(k), path.intercepts()[k][0], 1e-9);
    }
  }

  /** ‖g_j − λ3 s_j² w_j‖ ≤ λ s_j, and = λ s_j w_j/‖w_j‖ where w_j is not 0. */
  @Test
  void targetsWithRowsOfTheirOwnAreStationary() {
    List<GramProblem> problems = List.of(target(0, 3), target(1, 4), target(2, 100));
    double l1 = 0.3 * SharedNet.largestPenalty(problems, false);
    double l2 = 0.1;
    var settings = new ElasticNet.Settings(false, TIGHT, 100_000);
    SharedPath path = path(problems, Penalties.of(l1, l2), settings);
    double[][] h = new double[3][P];
    for (int t = 0; t < 3; t++) {
      RegressionProblem.Gradient gradient = problems.get(t).gradient();
      double[] w = path.column(0, t);
      for (int j = 0; j < P; j++) {
        gradient.move(j, w[j]);
      }
      gradient.writeTo(h[t]);
    }
    int zeros = 0;
    for (int j = 0; j < P; j++) {
      double norm = 0;
      double slope = 0;
      for (int t = 0; t < 3; t++) {
        double w = path.column(0, t)[j];
        h[t][j] -= l2 * w;
        norm += w * w;
        slope += h[t][j] * h[t][j];
      }
      zeros += norm == 0 ? 1 : 0;
      assertTrue(Math.sqrt(slope) <= l1 / 2 + 1e-9);
      for (int t = 0; norm > 0 && t < 3; t++) {
        assertEquals(l1 / 2 * path.column(0, t)[j] / Math.sqrt(norm), h[t][j], 1e-7);
      }
    }
    assertTrue(zeros > 0 && zeros < P);
  }

  @Test
  void withoutPenaltiesItIsLeastSquares() {
    List<GramProblem> problems = List.of(target(0, 3), target(1, 4));
    SharedPath path = path(problems, Penalties.of(0, 0), ElasticNet.Settings.defaults());
    assertArrayEquals(problems.get(1).leastSquares(), path.column(0, 1), 1e-9);
  }

  private static SharedPath path(
      List<? extends RegressionProblem> problems,
      Penalties penalties,
      ElasticNet.Settings settings) {
    JointTargets targets = new JointTargets(problems);
    return SharedNet.of(targets, settings).path(penalties, targets.p);
  }
}
