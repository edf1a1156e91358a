package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.result.Prediction;
import org.slrm.result.Prediction.Flag;
import org.slrm.result.Predictions;

/** New rows unlike training rows: fuller ones, and entries beyond the training range. */
class SafeAnswersTest {
  private static final int GENES = 600;

  /** Rows of two classes, ±1, in a table of five factors; entries kept at random. */
  private static double[][] genes(int rows, double keep, long seed, double[] label) {
    SplittableRandom loading = new SplittableRandom(5);
    double[][] v = new double[GENES][5];
    Arrays.stream(v).forEach(row -> Arrays.setAll(row, k -> loading.nextGaussian()));
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[rows][GENES];
    for (int i = 0; i < rows; i++) {
      label[i] = random.nextBoolean() ? 1 : -1;
      double[] a = new double[5];
      for (int k = 0; k < 5; k++) {
        a[k] = random.nextGaussian() + (k == 0 ? label[i] : 0);
      }
      for (int j = 0; j < GENES; j++) {
        double value = 2 * random.nextGaussian();
        for (int k = 0; k < 5; k++) {
          value += v[j][k] * a[k];
        }
        x[i][j] = random.nextDouble() < keep ? value : Double.NaN;
      }
    }
    return x;
  }

  static List<MethodConfig> methods() {
    return List.of(
        AutoConfig.defaults(),
        LikelihoodConfig.defaults(),
        PcrConfig.defaults(),
        MeanElasticNetConfig.defaults(),
        CorrectedLassoConfig.defaults(),
        KernelConfig.defaults(),
        TreesConfig.defaults());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void rowsWithManyMoreKnownEntriesDoNotExplode(MethodConfig method) {
    double[] y = new double[42];
    IncompleteMatrix x = IncompleteMatrix.ofNaN(genes(42, 0.1, 1, y));
    double[] truth = new double[60];
    double[][] full = genes(60, 0.75, 2, truth);
    SlrmModel model = Slrm.with(method).fit(x, y);
    Predictions p = model.predict(IncompleteMatrix.ofNaN(full));
    double mean = Arrays.stream(y).average().orElseThrow();
    double error = mse(p.mean(), truth);
    double baseline =
        Arrays.stream(truth).map(t -> (t - mean) * (t - mean)).average().orElseThrow();
    assertTrue(error <= 1.05 * baseline, () -> error + " against " + baseline);
    // A stack of factor models covers every pattern and needs no subsets.
    boolean joint = method instanceof LikelihoodConfig || method instanceof AutoConfig;
    for (int i = 0; i < truth.length && !joint; i++) {
      assertTrue(p.flags(i).contains(Flag.THINNED), "flags of row " + i);
    }
    long covered =
        IntStream.range(0, truth.length)
            .filter(i -> p.lower(i, 0) <= truth[i] && truth[i] <= p.upper(i, 0))
            .count();
    assertTrue(covered >= 0.8 * truth.length, () -> covered + " of 60 in 90 % intervals");
    addsUp(model, IncompleteRow.ofNaN(full[0]));
    SlrmModel again = SlrmModel.of(model.state());
    assertEquals(p.mean(3, 0), again.predict(IncompleteRow.ofNaN(full[3])).mean());
  }

  /** A number that is one of six factors of the table, with noise. */
  private static double[][] numbers(int rows, double keep, SplittableRandom random, double[] y) {
    double[][] x = new double[rows][GENES];
    for (int i = 0; i < rows; i++) {
      double[] a = new double[6];
      Arrays.setAll(a, k -> random.nextGaussian());
      y[i] = a[0] + 0.3 * random.nextGaussian();
      SplittableRandom loading = new SplittableRandom(5);
      for (int j = 0; j < GENES; j++) {
        double value = 0.7 * random.nextGaussian();
        for (int k = 0; k < a.length; k++) {
          value += loading.nextGaussian() * a[k];
        }
        x[i][j] = random.nextDouble() < keep ? value : Double.NaN;
      }
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ensemblesWithStronglyShrunkFactorModelsDoNotExplodeEither(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] y = new double[42];
    IncompleteMatrix x = IncompleteMatrix.ofNaN(numbers(42, 0.1, random, y));
    double[] truth = new double[100];
    IncompleteMatrix full = IncompleteMatrix.ofNaN(numbers(100, 0.75, random, truth));
    double error = mse(Slrm.with(AutoConfig.defaults()).fit(x, y).predict(full).mean(), truth);
    double mean = Arrays.stream(y).average().orElseThrow();
    double baseline =
        Arrays.stream(truth).map(t -> (t - mean) * (t - mean)).average().orElseThrow();
    assertTrue(error <= 1.05 * baseline, () -> error + " against " + baseline);
  }

  @Test
  void theMeanOverSubsetsIsAtLeastAsGoodAsRowsOfTrainingSize() {
    double[] y = new double[42];
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults())
            .fit(IncompleteMatrix.ofNaN(genes(42, 0.1, 1, y)), y);
    double[] truth = new double[200];
    double[][] full = genes(200, 0.75, 2, truth);
    double[][] thin = genes(200, 0.75, 2, truth);
    SplittableRandom random = new SplittableRandom(3);
    for (double[] row : thin) {
      Arrays.setAll(row, j -> random.nextDouble() < 0.1 / 0.75 ? row[j] : Double.NaN);
    }
    double whole = mse(model.predict(IncompleteMatrix.ofNaN(full)).mean(), truth);
    double some = mse(model.predict(IncompleteMatrix.ofNaN(thin)).mean(), truth);
    assertTrue(whole <= some, () -> whole + " against " + some);
  }

  private static double mse(double[] p, double[] y) {
    return IntStream.range(0, y.length)
        .mapToDouble(i -> (p[i] - y[i]) * (p[i] - y[i]))
        .average()
        .orElseThrow();
  }

  private static void addsUp(SlrmModel model, IncompleteRow row) {
    SlrmModel.Explanation e = model.explain(row);
    double sum = e.intercept() + e.missingness() + Arrays.stream(e.contribution()).sum();
    assertEquals(model.predict(row).mean(), sum, 1e-9 * Math.max(1, Math.abs(sum)));
  }

  /** Twelve sensors of two factors; labels around 50. */
  private static double[][] sensors(int rows, long seed, double[] label) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[rows][12];
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      label[i] = 50 + 2 * a + b + 0.3 * random.nextGaussian();
      Arrays.setAll(
          x[i], j -> 10 + (j % 3 == 0 ? a : b) * (1 + j % 4) + 0.3 * random.nextGaussian());
    }
    return x;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void oneSensorAThousandTimesTooLargeStaysWithinTheLabelRangeAndIsFlagged(MethodConfig method) {
    double[] y = new double[150];
    SlrmModel model = Slrm.with(method).fit(IncompleteMatrix.ofNaN(sensors(150, 1, y)), y);
    double low = Arrays.stream(y).min().orElseThrow();
    double high = Arrays.stream(y).max().orElseThrow();
    double half = (high - low) / 2;
    double[] row = sensors(1, 7, new double[1])[0];
    Prediction right = model.predict(IncompleteRow.ofNaN(row));
    assertEquals(Set.of(), right.flags());
    for (double factor : new double[] {1000, -1000, 1e150}) {
      for (int j = 0; j < row.length; j++) {
        double[] broken = row.clone();
        broken[j] *= factor;
        IncompleteRow given = IncompleteRow.ofNaN(broken);
        Prediction p = model.predict(given);
        assertTrue(p.mean() >= low - half && p.mean() <= high + half, p.toString());
        assertEquals(Set.of(Flag.OUT_OF_RANGE), p.flags());
        double[] absent = row.clone();
        absent[j] = Double.NaN;
        Prediction without = model.predict(IncompleteRow.ofNaN(absent));
        assertEquals(without.mean(), p.mean(), 1e-9, "far entries are missing");
        assertTrue(width(p) >= width(without), "flagged rows have no narrower interval");
        addsUp(model, given);
      }
    }
  }

  private static double width(Prediction p) {
    return p.interval(0.9).high() - p.interval(0.9).low();
  }

  @Test
  void anEntryThatMattersWidensTheIntervalOfItsRow() {
    double[] y = new double[150];
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults())
            .fit(IncompleteMatrix.ofNaN(sensors(150, 1, y)), y);
    double[] row = sensors(1, 7, new double[1])[0];
    Prediction right = model.predict(IncompleteRow.ofNaN(row));
    int widened = 0;
    for (int j = 0; j < row.length; j++) {
      double[] broken = row.clone();
      broken[j] = 1e4;
      widened += width(model.predict(IncompleteRow.ofNaN(broken))) > 1.05 * width(right) ? 1 : 0;
    }
    assertTrue(widened >= 3, widened + " of 12");
  }

  @Test
  void extrapolatingTakesEntriesAsTheyAreAndKeepsTheFlag() {
    double[] y = new double[150];
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults()).fit(IncompleteMatrix.ofNaN(sensors(150, 1, y)), y);
    double[] row = sensors(1, 7, new double[1])[0];
    Arrays.setAll(row, j -> row[j] * 100);
    Prediction p = model.extrapolating().predict(IncompleteRow.ofNaN(row));
    assertTrue(Math.abs(p.mean() - 50) > 100, p.toString());
    assertEquals(Set.of(Flag.OUT_OF_RANGE), p.flags());
  }

  @Test
  void probabilitiesOfARowWithABrokenSensorAreThoseWithoutIt() {
    double[] y = new double[200];
    double[][] x = sensors(200, 1, y);
    double[] label = Arrays.stream(y).map(v -> v > 50 ? 1 : 0).toArray();
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults())
            .labels(LabelKind.CLASSES)
            .fit(IncompleteMatrix.ofNaN(x), label);
    double[] row = sensors(1, 7, new double[1])[0];
    row[4] = 9999;
    Prediction broken = model.predict(IncompleteRow.ofNaN(row));
    row[4] = Double.NaN;
    Prediction without = model.predict(IncompleteRow.ofNaN(row));
    assertEquals(Set.of(Flag.OUT_OF_RANGE), broken.flags());
    assertTrue(
        Math.abs(broken.probability(1) - 0.5) <= Math.abs(without.probability(1) - 0.5) + 1e-12);
  }

  @Test
  void aTrendInTimeMayGoOnAndOtherLabelsMayNot() {
    int n = 200;
    double[][] x = new double[n][2];
    double[] y = new double[n];
    double[] time = new double[n];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < n; i++) {
      time[i] = i;
      x[i] = new double[] {i, random.nextGaussian()};
      y[i] = 3 * i + random.nextGaussian();
    }
    IncompleteRow later = IncompleteRow.ofNaN(1.95 * n, 0);
    LikelihoodConfig method = LikelihoodConfig.defaults().withRank(1);
    SlrmModel timed = Slrm.with(method).time(time).fit(IncompleteMatrix.ofNaN(x), y);
    assertEquals(3 * 1.95 * n, timed.predict(later).mean(), 30);
    SlrmModel plain = Slrm.with(method).fit(IncompleteMatrix.ofNaN(x), y);
    double limit = Arrays.stream(y).max().orElseThrow() * 1.5;
    assertTrue(plain.predict(later).mean() <= limit + 5);
    assertEquals(Set.of(), timed.predict(later).flags());
    // The entry is within one width of its range: it is the prediction that is limited.
    assertEquals(Set.of(Flag.OUT_OF_RANGE), plain.predict(later).flags());
    assertEquals(Set.of(Flag.OUT_OF_RANGE), plain.extrapolating().predict(later).flags());
    IncompleteMatrix both =
        IncompleteMatrix.builder(2).add(IncompleteRow.ofNaN(n / 2.0, 0)).add(later).build();
    Predictions all = plain.predict(both, 0.9, 1);
    assertEquals(List.of(Set.of(), Set.of(Flag.OUT_OF_RANGE)), List.of(all.flags(0), all.flags(1)));
  }

  @Test
  void aRowWithHardlyAnEntryIsFlagged() {
    double[] y = new double[150];
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults()).fit(IncompleteMatrix.ofNaN(sensors(150, 1, y)), y);
    double[] row = new double[12];
    Arrays.fill(row, Double.NaN);
    row[3] = 10;
    assertEquals(Set.of(Flag.FEW_OBSERVED), model.predict(IncompleteRow.ofNaN(row)).flags());
  }
}
