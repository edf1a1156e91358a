package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.internal.run.Workers;

class ElasticNetTest {
  private static final double TIGHT = 1e-15;

  static List<GlmnetReference> glmnet() {
    return GlmnetReference.all();
  }

  /**
   * With a ridge part glmnet takes another l2 penalty in every fold: the label's spread differs.
   */
  static List<GlmnetReference> lassoOfGlmnet() {
    return glmnet().stream().filter(r -> r.alpha() == 1).toList();
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void rawDataGiveThePathOfGlmnet(GlmnetReference r) {
    assertPathOfGlmnet(r, r.raw());
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void gramStatisticsGiveThePathOfGlmnet(GlmnetReference r) {
    assertPathOfGlmnet(r, GramProblem.ofRows(r.rowMajor(), r.features(), r.y(), r.weights()));
  }

  private static void assertPathOfGlmnet(GlmnetReference r, RegressionProblem problem) {
    Penalties penalties = r.penalties();
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    ElasticNetPath path = ElasticNet.path(problem, penalties, settings);
    for (int k = 0; k < path.size(); k++) {
      int p = r.features();
      double[] expected = Arrays.copyOfRange(r.coefficients(), k * p, (k + 1) * p);
      assertArrayEquals(expected, path.coefficients(k), 1e-6, "point " + k);
      assertEquals(r.intercept()[k], path.intercept(k), 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("glmnet")
  void thePathStartsWhereGlmnetStarts(GlmnetReference r) {
    int count = r.lambda().length;
    double down = r.lambda()[count - 1] / r.lambda()[0];
    Penalties expected = r.penalties();
    Penalties path = Penalties.path(r.raw(), r.standardize(), count, down, r.alpha());
    assertArrayEquals(expected.l1(), path.l1(), 1e-9 * r.lambda()[0]);
    assertArrayEquals(expected.l2(), path.l2(), 1e-9 * r.lambda()[0]);
  }

  @ParameterizedTest
  @MethodSource("lassoOfGlmnet")
  void foldsGiveTheErrorsAndChoicesOfGlmnet(GlmnetReference r) {
    List<RawProblem> training = new ArrayList<>();
    List<RawProblem> heldOut = new ArrayList<>();
    for (int f = 1; f <= 5; f++) {
      training.add(r.raw().withWeights(r.weights(f, false)));
      heldOut.add(r.raw().withWeights(r.weights(f, true)));
    }
    Penalties penalties = r.penalties();
    var settings = new ElasticNet.Settings(r.standardize(), TIGHT, 1_000_000);
    CrossValidatedPath cv =
        ElasticNet.crossValidate(training, heldOut, penalties, settings, Workers.single());
    assertArrayEquals(r.cvMean(), cv.errors(), 1e-6);
    assertArrayEquals(r.cvStandardError(), cv.standardErrors(), 1e-6);
    assertEquals(r.lambdaMin(), r.lambda()[cv.best()], 1e-12);
    assertEquals(r.lambdaOneSe(), r.lambda()[cv.withinOneStandardError()], 1e-12);
  }

  @Test
  void foldsGivenAsStatisticsAgreeWithFoldsGivenAsData() {
    GlmnetReference r = glmnet().get(4);
    List<RawProblem> training = new ArrayList<>();
    List<RawProblem> heldOut = new ArrayList<>();
    List<GramProblem> folds = new ArrayList<>();
    for (int f = 1; f <= 5; f++) {
      training.add(r.raw().withWeights(r.weights(f, false)));
      heldOut.add(r.raw().withWeights(r.weights(f, true)));
      folds.add(GramProblem.ofRows(r.rowMajor(), r.features(), r.y(), r.weights(f, true)));
    }
    Penalties penalties = r.penalties();
    var settings = new ElasticNet.Settings(true, TIGHT, 10_000);
    var raw = ElasticNet.crossValidate(training, heldOut, penalties, settings, Workers.single());
    try (Workers two = Workers.of(2)) {
      var gram = ElasticNet.crossValidate(folds, penalties, settings, two);
      assertArrayEquals(raw.errors(), gram.errors(), 1e-7);
      assertArrayEquals(raw.standardErrors(), gram.standardErrors(), 1e-7);
    }
  }

  @Property(tries = 50)
  void solutionsAreStationary(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @IntRange(min = 1, max = 40) int p) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = gaussians(random, n * p);
    double[] y = gaussians(random, n);
    GramProblem problem = GramProblem.ofRows(x, p, y, null);
    Penalties penalties = Penalties.path(problem, false, 8, 0.05, random.nextDouble(0.2, 1));
    var settings = new ElasticNet.Settings(false, 1e-13, 1_000_000);
    ElasticNetPath path = ElasticNet.path(problem, penalties, settings);
    for (int k = 0; k < path.size(); k++) {
      double[] w = path.coefficients(k);
      for (int j = 0; j < p; j++) {
        // 0 ∈ −2/n Σ x_ij r_i + λ2 ∂|w_j| + 2 λ3 w_j
        double slope = 2 * penalties.l2()[k] * w[j];
        for (int i = 0; i < n; i++) {
          double r = y[i] - path.intercept(k);
          for (int c = 0; c < p; c++) {
            r -= x[i * p + c] * w[c];
          }
          slope -= 2.0 / n * x[i * p + j] * r;
        }
        double l1 = penalties.l1()[k];
        double off = w[j] == 0 ? Math.abs(slope) - l1 : Math.abs(slope + Math.signum(w[j]) * l1);
        assertTrue(off < 1e-5, "feature " + j + " of point " + k + " off by " + off);
      }
    }
  }

  @Test
  void theFirstPointOfALassoPathIsEmptyAndTheSecondIsNot() {
    RawProblem problem = glmnet().get(0).raw();
    Penalties penalties = Penalties.path(problem, true, 50, 1e-3, 1);
    ElasticNetPath path = ElasticNet.path(problem, penalties, ElasticNet.Settings.defaults());
    assertEquals(0, path.support()[0].length);
    assertEquals(1, path.support()[1].length);
  }

  @Test
  void withoutPenaltyItIsLeastSquares() {
    GlmnetReference r = glmnet().get(0);
    var settings = new ElasticNet.Settings(true, TIGHT, 10_000);
    ElasticNetPath path = ElasticNet.path(r.raw(), Penalties.of(0, 0), settings);
    double[] w = path.coefficients(0);
    for (int j = 0; j < r.features(); j++) {
      double slope = 0;
      for (int i = 0; i < r.rows(); i++) {
        double residual = r.y()[i] - path.intercept(0);
        for (int c = 0; c < r.features(); c++) {
          residual -= r.x()[c * r.rows() + i] * w[c];
        }
        slope += r.x()[j * r.rows() + i] * residual / r.rows();
      }
      assertEquals(0, slope, 1e-6);
    }
  }

  @Test
  void constantFeaturesAndConstantLabelsAreHarmless() {
    double[] x = {1e9, 1, 0.1, 1e9, 2, 0.1, 1e9, 4, 0.1, 1e9, 3, 0.1};
    double[] y = {1, 2, 4, 3};
    for (RegressionProblem problem :
        List.of(RawProblem.ofRows(x, 3, y, null), GramProblem.ofRows(x, 3, y, null))) {
      Penalties penalties = Penalties.path(problem, true, 5, 1e-6, 1);
      ElasticNetPath path = ElasticNet.path(problem, penalties, ElasticNet.Settings.defaults());
      assertArrayEquals(new double[] {0, 1, 0}, path.coefficients(4), 1e-4);
    }
    RawProblem flat = RawProblem.ofRows(x, 3, new double[] {7, 7, 7, 7}, null);
    ElasticNetPath path =
        ElasticNet.path(
            flat, Penalties.path(flat, true, 3, 0.1, 1), ElasticNet.Settings.defaults());
    assertArrayEquals(new double[3], path.coefficients(2));
    assertEquals(7, path.intercept(2));
  }

  @Test
  void statisticsOfPartsMergeToThoseOfTheWhole() {
    SplittableRandom random = new SplittableRandom(3);
    double[] x = gaussians(random, 60);
    double[] y = gaussians(random, 20);
    GramProblem whole = GramProblem.ofRows(x, 3, y, null);
    GramProblem merged =
        GramProblem.merge(
            List.of(
                GramProblem.ofRows(Arrays.copyOf(x, 21), 3, Arrays.copyOf(y, 7), null),
                GramProblem.ofRows(
                    Arrays.copyOfRange(x, 21, 60), 3, Arrays.copyOfRange(y, 7, 20), null)));
    assertEquals(whole.weight(), merged.weight());
    assertEquals(whole.labelVariance(), merged.labelVariance(), 1e-14);
    double[] w = {0.3, -1, 2};
    assertEquals(whole.error(0.5, w), merged.error(0.5, w), 1e-13);
    assertEquals(RawProblem.ofRows(x, 3, y, null).error(0.5, w), whole.error(0.5, w), 1e-13);
  }

  private static double[] gaussians(SplittableRandom random, int count) {
    java.util.Random gaussian = new java.util.Random(random.nextLong());
    return java.util.stream.DoubleStream.generate(gaussian::nextGaussian).limit(count).toArray();
  }
}
