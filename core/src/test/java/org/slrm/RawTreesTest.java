package org.slrm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.ClassMetrics;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/** Boosted trees on raw features in auto: never clearly worse than the single methods. */
class RawTreesTest {
  /** Foods: log-normal nutrients with heavy tails, many zeros, energy with thresholds. */
  private record Foods(IncompleteMatrix x, double[] y) {
    static Foods of(int rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[rows][14];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        int group = random.nextInt(5);
        for (int j = 0; j < x[i].length; j++) {
          boolean zero = random.nextDouble() < (j % 5 == group ? 0.1 : 0.6);
          x[i][j] = zero ? 0 : Math.exp(1.6 * random.nextGaussian() + (j % 5 == group ? 1 : 0));
        }
        double water = 100 / (1 + x[i][0] + x[i][1]);
        y[i] = Math.min(60, 9 * x[i][0]) + (x[i][1] > 2 ? 25 : 0) + (x[i][2] > 0 ? 0.5 * water : 0);
        y[i] += 2 * random.nextGaussian();
        for (int j = 0; j < x[i].length; j++) {
          x[i][j] = random.nextDouble() < 0.15 ? Double.NaN : x[i][j];
        }
      }
      return new Foods(IncompleteMatrix.ofNaN(x), y);
    }
  }

  private static double error(MethodConfig config, Foods train, Foods test) {
    SlrmModel model = Slrm.with(config).threads(1).fit(train.x, train.y);
    if (config instanceof AutoConfig) {
      assertTrue(
          model.report().candidates().stream()
              .anyMatch(c -> c.name().equals("boosted trees (raw features)")));
    }
    return Metrics.mse(test.y, model.predict(test.x).mean());
  }

  @Test
  void heavyTailsDoNotMakeAutoWorseThanTheBestSingleMethod() {
    double sum = 0;
    for (long seed : new long[] {1, 3}) {
      Foods train = Foods.of(300, seed);
      Foods test = Foods.of(1000, seed + 1);
      double trees = error(TreesConfig.defaults(), train, test);
      double likelihood = error(LikelihoodConfig.defaults(), train, test);
      double lasso = error(MeanElasticNetConfig.defaults(), train, test);
      double best = Math.min(trees, Math.min(likelihood, lasso));
      assertTrue(Math.min(likelihood, lasso) > 2 * best, "factor models are distorted here");
      sum += Math.log(error(AutoConfig.defaults(), train, test) / best);
    }
    assertTrue(Math.exp(sum / 2) <= 1.05, "geometric mean of the ratios " + Math.exp(sum / 2));
  }

  /** Five classes by rules on categories, of which missing is one; rare classes as well. */
  private record Rules(IncompleteMatrix x, double[] y) {
    private static final double[] UP_TO = {0.76, 0.87, 0.95, 0.99, 1};

    static Rules of(int rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[rows][];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double u = random.nextDouble();
        int level = 0;
        while (u > UP_TO[level]) {
          level++;
        }
        y[i] = level;
        x[i] = new double[24];
        for (int c = 0; c < 8; c++) {
          // A category of three levels; which one, and whether it is missing, depends on the class.
          double missing = c % 5 == level ? 0.95 : 0.3;
          int value = random.nextDouble() < 0.7 ? (level + c) % 3 : random.nextInt(3);
          boolean known = random.nextDouble() > missing;
          for (int l = 0; l < 3; l++) {
            x[i][3 * c + l] = !known ? Double.NaN : l == value ? 1 : 0;
          }
        }
      }
      return new Rules(IncompleteMatrix.ofNaN(x), y);
    }
  }

  private static double logLoss(SlrmModel model, Rules test) {
    Predictions p = model.predict(test.x);
    return ClassMetrics.of(test.y, p.probabilities(), 0, null).logLoss();
  }

  private static SlrmModel fit(MethodConfig config, Rules train) {
    return Slrm.with(config).labels(LabelKind.CLASSES).threads(1).fit(train.x, train.y);
  }

  @Test
  @Tag("slow")
  void missingIsALevelOfCategoriesForSeveralClasses() {
    Rules train = Rules.of(300, 3);
    Rules test = Rules.of(1000, 4);
    SlrmModel model = fit(AutoConfig.defaults(), train);
    double trees = logLoss(fit(TreesConfig.defaults(), train), test);
    double lasso = logLoss(fit(MeanElasticNetConfig.defaults(), train), test);
    double auto = logLoss(model, test);
    assertTrue(auto <= 1.05 * Math.min(trees, lasso), auto + " against " + trees + ", " + lasso);
    double indicated =
        model.report().candidates().stream()
            .filter(c -> c.name().startsWith("multinomial lasso (mean-imputed"))
            .mapToDouble(c -> c.mse())
            .min()
            .orElseThrow();
    assertTrue(indicated < 0.8 * lasso, "held out " + indicated + " against " + lasso);
  }
}
