package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;

class CorrectedLassoTest {
  private static final int FEATURES = 40;
  private static final int NONZEROS = 6;

  /** Their model: correlated Gaussian features, a sparse rule, entries missing at random. */
  private record Data(IncompleteMatrix x, double[] y, double[] beta) {
    static Data draw(int rows, double missing, long seed) {
      var random = new java.util.SplittableRandom(seed);
      double[] beta = new double[FEATURES];
      for (int k = 0; k < NONZEROS; k++) {
        beta[k * FEATURES / NONZEROS] = k % 2 == 0 ? 1 : -1;
      }
      double[][] x = new double[rows][FEATURES];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double before = gaussian(random);
        y[i] = 0.5 * gaussian(random);
        for (int j = 0; j < FEATURES; j++) {
          before = 0.5 * before + Math.sqrt(0.75) * gaussian(random);
          y[i] += beta[j] * before;
          x[i][j] = random.nextDouble() < missing ? Double.NaN : before;
        }
      }
      return new Data(IncompleteMatrix.ofNaN(x), y, beta);
    }

    private static double gaussian(RandomGenerator random) {
      return random.nextGaussian();
    }

    /** ‖β̂ − β‖₂ of a model fitted to these rows. */
    double error(MethodConfig config) {
      SlrmModel model = Slrm.with(config).threads(1).fit(x, y);
      double[] found = coefficients(model);
      double sum = 0;
      for (int j = 0; j < FEATURES; j++) {
        sum += (found[j] - beta[j]) * (found[j] - beta[j]);
      }
      return Math.sqrt(sum);
    }
  }

  /** Coefficients of a complete row in the features' own units. */
  private static double[] coefficients(SlrmModel model) {
    double[][] rows = new double[FEATURES + 1][FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      rows[j + 1][j] = 1;
    }
    double[] p = model.predict(IncompleteMatrix.ofNaN(rows), 0.9, 1).mean();
    double[] out = new double[FEATURES];
    Arrays.setAll(out, j -> p[j + 1] - p[0]);
    return out;
  }

  /**
   * Their claim, on their model: filling gaps biases the lasso, the more the more is missing. The
   * ratio of the errors falls to about 0.45 at 20 to 30 % missing; beyond, the bias nears its limit
   * ‖β‖ while the corrected lasso's spread goes on growing as (1 − ρ)⁻², so that only the gap
   * grows.
   */
  @Test
  @Tag("slow")
  void itBeatsTheNaiveLassoByMoreAsMissingnessGrows() {
    double[] missing = {0.05, 0.2, 0.4};
    double[] corrected = new double[3];
    double[] naive = new double[3];
    for (int k = 0; k < missing.length; k++) {
      corrected[k] = error(CorrectedLassoConfig.defaults(), 800, missing[k]);
      naive[k] = error(MeanElasticNetConfig.defaults(), 800, missing[k]);
    }
    String found = Arrays.toString(corrected) + " against " + Arrays.toString(naive);
    for (int k = 0; k < missing.length; k++) {
      assertTrue(corrected[k] < 0.8 * naive[k], found);
    }
    assertTrue(corrected[1] / naive[1] < 0.85 * corrected[0] / naive[0], found);
    assertTrue(naive[1] - corrected[1] > 1.5 * (naive[0] - corrected[0]), found);
    assertTrue(naive[2] - corrected[2] > 1.2 * (naive[1] - corrected[1]), found);
  }

  /** What correcting is for: with rows the error goes to 0, that of filled gaps does not. */
  @Test
  @Tag("slow")
  void moreRowsHelpItAndNotTheNaiveLasso() {
    double few = error(CorrectedLassoConfig.defaults(), 800, 0.2);
    double many = error(CorrectedLassoConfig.defaults(), 3200, 0.2);
    assertTrue(many < 0.7 * few, () -> few + " and " + many);
    double naiveFew = error(MeanElasticNetConfig.defaults(), 800, 0.2);
    double naiveMany = error(MeanElasticNetConfig.defaults(), 3200, 0.2);
    assertTrue(naiveMany > 0.9 * naiveFew, () -> naiveFew + " and " + naiveMany);
  }

  /** Mean of ‖β̂ − β‖₂ over three draws. */
  private static double error(MethodConfig config, int rows, double missing) {
    double sum = 0;
    for (int seed = 1; seed <= 3; seed++) {
      sum += Data.draw(rows, missing, seed).error(config) / 3;
    }
    return sum;
  }

  @Test
  void onCompleteRowsItIsTheLasso() {
    Data data = Data.draw(300, 0, 4);
    double[] lasso =
        coefficients(
            Slrm.with(MeanElasticNetConfig.defaults().withPenalties(0.05, 0))
                .threads(1)
                .folds(2)
                .fit(data.x(), data.y()));
    double[] corrected =
        coefficients(
            Slrm.with(CorrectedLassoConfig.defaults().withPenalty(0.05, 100))
                .threads(1)
                .folds(2)
                .fit(data.x(), data.y()));
    assertArrayEquals(lasso, corrected, 1e-3);
  }

  @Test
  void theBallBindsInStandardisedUnits() {
    Data data = Data.draw(300, 0.3, 5);
    SlrmModel model =
        Slrm.with(CorrectedLassoConfig.defaults().withPenalty(0, 0.5))
            .threads(1)
            .folds(2)
            .fit(data.x(), data.y());
    double norm = 0;
    double[] beta = coefficients(model);
    for (int j = 0; j < FEATURES; j++) {
      norm += Math.abs(beta[j]) * model.scaling().scale(j) / model.targetScaling().scale(0);
    }
    assertEquals(0.5, norm, 1e-6);
  }

  @Test
  void twoThreadsGiveTheSameModel() {
    Data data = Data.draw(120, 0.3, 6);
    double[] one =
        coefficients(Slrm.with(CorrectedLassoConfig.defaults()).threads(1).fit(data.x(), data.y()));
    double[] two =
        coefficients(Slrm.with(CorrectedLassoConfig.defaults()).threads(2).fit(data.x(), data.y()));
    assertArrayEquals(one, two, 0);
  }

  @Test
  void fillingByExpectationsPredictsBetterThanByMeans() {
    Data train = Data.draw(800, 0.3, 7);
    double mean =
        Slrm.with(CorrectedLassoConfig.defaults().withFill(CorrectedLassoConfig.Fill.MEAN))
            .threads(1)
            .fit(train.x(), train.y())
            .report()
            .scores()
            .get(0)
            .mse();
    double expected =
        Slrm.with(CorrectedLassoConfig.defaults())
            .threads(1)
            .fit(train.x(), train.y())
            .report()
            .scores()
            .get(0)
            .mse();
    assertTrue(expected < 0.95 * mean, () -> expected + " against " + mean);
  }

  @Test
  void tooManyFeaturesAreRefused() {
    IncompleteMatrix wide =
        IncompleteMatrix.ofNaN(new double[][] {new double[2501], new double[2501]});
    assertThrows(
        IllegalArgumentException.class,
        () -> Slrm.with(CorrectedLassoConfig.defaults()).fit(wide, new double[] {1, 2}));
  }
}
