package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;
import org.slrm.method.AutoConfig;
import org.slrm.result.Metrics;

/**
 * Effect of outlying labels on the default method, and the labels it excludes, on simulated tables
 * (four hidden factors, twelve features, 15 % missing, 400 rows; nonlinear labels have an added
 * sine and square). Arguments:
 *
 * <ul>
 *   <li>{@code outliers SEEDS FIRST}: 5 % of the labels shifted by 10 standard deviations, or by a
 *       normal draw of that size; root mean squared error on clean rows over that of the clean fit;
 *   <li>{@code clean SEEDS FIRST}: noise of other shapes, where no label should be excluded.
 * </ul>
 */
public final class OutlierStudy {
  private static final int FEATURES = 12;
  private static final int FACTORS = 4;
  private static final int TRAIN_ROWS = 400;
  private static final int TEST_ROWS = 2000;

  private enum Noise {
    NORMAL,
    LAPLACE,
    STUDENT_3,
    EXPONENTIAL_OF_ALL,
    GROWING
  }

  private record Sample(IncompleteMatrix x, double[] y) {}

  private OutlierStudy() {}

  /** Runs it. */
  public static void main(String[] args) {
    boolean outlying = args[0].equals("outliers");
    int first = Integer.parseInt(args[2]);
    System.out.println(
        outlying ? "nonlinear,seed,errors,off,excluded,ratio" : "noise,nonlinear,seed,excluded");
    for (boolean nonlinear : new boolean[] {false, true}) {
      for (int seed = first; seed < first + Integer.parseInt(args[1]); seed++) {
        if (outlying) {
          outlying(nonlinear, seed);
        } else {
          clean(nonlinear, seed);
        }
      }
    }
  }

  private static void outlying(boolean nonlinear, int seed) {
    Sample train = draw(seed, TRAIN_ROWS, nonlinear, Noise.NORMAL);
    Sample test = draw(seed, TEST_ROWS, nonlinear, Noise.NORMAL);
    double clean = error(fitted(train.x, train.y), test);
    for (boolean exact : new boolean[] {false, true}) {
      double[] y = train.y.clone();
      double size = 10 * deviation(y);
      Random random = new Random(seed + 7);
      int off = 0;
      for (int i = 0; i < y.length; i++) {
        if (random.nextDouble() < 0.05) {
          y[i] += exact ? size : size * random.nextGaussian();
          off++;
        }
      }
      SlrmModel model = fitted(train.x, y);
      System.out.printf(
          Locale.ROOT,
          "%s,%d,%s,%d,%d,%.3f%n",
          nonlinear,
          seed,
          exact ? "10 sd" : "normal",
          off,
          model.report().outliers().labels().size(),
          error(model, test) / clean);
    }
  }

  private static void clean(boolean nonlinear, int seed) {
    for (Noise noise : Noise.values()) {
      Sample s = draw(seed, TRAIN_ROWS, nonlinear, noise);
      int excluded = fitted(s.x, s.y).report().outliers().labels().size();
      System.out.printf(Locale.ROOT, "%s,%s,%d,%d%n", noise, nonlinear, seed, excluded);
    }
  }

  private static Sample draw(int seed, int rows, boolean nonlinear, Noise noise) {
    Random truth = new Random(seed);
    double[][] loadings = new double[FEATURES][];
    Arrays.setAll(loadings, j -> normals(truth, FACTORS));
    double[] w = normals(truth, FACTORS);
    Random random = new Random(seed * 1000L + rows);
    double[][] x = new double[rows][FEATURES];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double[] scores = normals(random, FACTORS);
      for (int j = 0; j < FEATURES; j++) {
        boolean missing = random.nextDouble() < 0.15;
        x[i][j] =
            missing
                ? Double.NaN
                : Vectors.dot(loadings[j], 0, scores, 0, scores.length)
                    + 0.5 * random.nextGaussian();
      }
      double mean =
          Vectors.dot(w, 0, scores, 0, scores.length)
              + (nonlinear ? 2 * Math.sin(2 * scores[0]) + scores[1] * scores[1] : 0);
      y[i] = label(mean, noise, random);
    }
    return new Sample(IncompleteMatrix.ofNaN(x), y);
  }

  private static double label(double mean, Noise noise, Random random) {
    double e = random.nextGaussian();
    return switch (noise) {
      case NORMAL -> mean + 0.5 * e;
      case LAPLACE -> mean + 0.5 * Math.log(random.nextDouble() / random.nextDouble());
      case STUDENT_3 -> {
        double[] z = normals(random, 3);
        yield mean + 0.5 * e / Math.sqrt(Vectors.dot(z, 0, z, 0, z.length) / 3);
      }
      case EXPONENTIAL_OF_ALL -> Math.exp(0.6 * mean + 0.3 * e);
      case GROWING -> mean + 0.5 * e * Math.exp(0.5 * mean);
    };
  }

  private static double[] normals(Random random, int count) {
    double[] out = new double[count];
    Arrays.setAll(out, k -> random.nextGaussian());
    return out;
  }

  private static double deviation(double[] y) {
    double mean = Arrays.stream(y).average().orElse(0);
    return Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }

  private static SlrmModel fitted(IncompleteMatrix x, double[] y) {
    AutoConfig config = AutoConfig.defaults().withOutliers(AutoConfig.OutlierPolicy.EXCLUDE);
    return Slrm.with(config).threads(1).fit(x, y);
  }

  private static double error(SlrmModel model, Sample test) {
    return Math.sqrt(Metrics.mse(test.y, model.predict(test.x).mean()));
  }
}
