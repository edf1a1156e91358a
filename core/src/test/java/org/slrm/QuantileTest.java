package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.special.Normal;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.StreamConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitReport;

/** Conditional quantiles. */
class QuantileTest {
  private static final double[] LEVELS = {0.1, 0.5, 0.9};

  /** Rows whose spread depends on a feature: y = 1 + 2 a + (0.3 + |b|) ε, features with gaps. */
  private record Sample(IncompleteMatrix x, double[] y, double[] center, double[] spread) {
    static Sample of(int rows, long seed, double missing) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[rows][4];
      double[] y = new double[rows];
      double[] center = new double[rows];
      double[] spread = new double[rows];
      for (int i = 0; i < rows; i++) {
        double a = random.nextGaussian();
        double b = random.nextDouble();
        center[i] = 1 + 2 * a;
        spread[i] = 0.3 + 2 * b;
        y[i] = center[i] + spread[i] * random.nextGaussian();
        double[] all = {a, b, a + 0.5 * random.nextGaussian(), random.nextGaussian()};
        x[i] =
            Arrays.stream(all).map(v -> random.nextDouble() < missing ? Double.NaN : v).toArray();
      }
      return new Sample(IncompleteMatrix.ofNaN(x), y, center, spread);
    }

    double loss(LabelKind kind, double[] predicted) {
      double sum = 0;
      for (int i = 0; i < y.length; i++) {
        sum += kind.loss(y[i], predicted[i]) / y.length;
      }
      return sum;
    }

    double[] truth(double level) {
      double[] out = new double[y.length];
      Arrays.setAll(out, i -> center[i] + spread[i] * Normal.quantile(level));
      return out;
    }

    double below(double[] predicted) {
      int count = 0;
      for (int i = 0; i < y.length; i++) {
        count += y[i] <= predicted[i] ? 1 : 0;
      }
      return (double) count / y.length;
    }
  }

  private static final LikelihoodConfig LIKELIHOOD = LikelihoodConfig.defaults().withRank(2);

  static MethodConfig[] methods() {
    return new MethodConfig[] {
      LIKELIHOOD, TreesConfig.defaults(), MeanElasticNetConfig.defaults(),
    };
  }

  /** Two directions do not hold the feature that the spread depends on. */
  static MethodConfig[] seeingEveryFeature() {
    return new MethodConfig[] {TreesConfig.defaults(), MeanElasticNetConfig.defaults()};
  }

  private static Trainer trainer(MethodConfig config, double level) {
    return Slrm.with(config).labels(LabelKind.quantile(level)).threads(1);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theNominalShareOfNewLabelsLiesBelow(MethodConfig config) {
    Sample train = Sample.of(900, 1, 0.05);
    Sample test = Sample.of(4000, 2, 0.05);
    for (double level : LEVELS) {
      SlrmModel model = trainer(config, level).fit(train.x, train.y);
      assertEquals(level, test.below(model.means(test.x, 0)), 0.035);
    }
  }

  /** The mean knows nothing of how far labels scatter. */
  @ParameterizedTest
  @MethodSource("seeingEveryFeature")
  void thePinballLossIsNearThatOfTheTrueQuantile(MethodConfig config) {
    Sample train = Sample.of(900, 1, 0);
    Sample test = Sample.of(4000, 2, 0);
    LabelKind kind = LabelKind.quantile(0.9);
    double best = test.loss(kind, test.truth(0.9));
    SlrmModel model = trainer(config, 0.9).fit(train.x, train.y);
    double loss = test.loss(kind, model.means(test.x, 0));
    assertTrue(loss < 1.15 * best, () -> loss + " against " + best);
    FitReport.Score score = model.report().scores().get(0);
    assertEquals("pinball", score.name());
    assertEquals(loss, score.score(), 0.1 * loss);
    assertEquals(1 - score.score() / constantLoss(train, kind), score.explained(), 1e-3);
    SlrmModel mean = Slrm.with(config).threads(1).fit(train.x, train.y);
    double[] of = mean.means(train.x, 0);
    double shift =
        kind.best(
            IntStream.range(0, of.length).mapToDouble(i -> train.y[i] - of[i]).toArray(),
            ones(of.length));
    double[] shifted = Arrays.stream(mean.means(test.x, 0)).map(v -> v + shift).toArray();
    assertTrue(loss < test.loss(kind, shifted));
  }

  private static double constantLoss(Sample s, LabelKind kind) {
    double[] constant = new double[s.y.length];
    Arrays.fill(constant, kind.best(s.y, ones(s.y.length)));
    return s.loss(kind, constant);
  }

  private static double[] ones(int n) {
    double[] out = new double[n];
    Arrays.fill(out, 1);
    return out;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void constantFeaturesGiveTheQuantileOfTheLabels(MethodConfig config) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[400][2];
    double[] y = new double[400];
    Arrays.setAll(y, i -> Math.exp(random.nextGaussian()));
    for (double level : LEVELS) {
      SlrmModel model = trainer(config, level).fit(IncompleteMatrix.ofNaN(x), y);
      double p = model.means(IncompleteMatrix.ofNaN(x), 0)[0];
      double below = Arrays.stream(y).filter(v -> v <= p).count() / 400.0;
      assertEquals(level, below, 0.01);
    }
  }

  /** The baseline is the quantile of the training rows of each fold, as in the score. */
  @Test
  void theBaselineCandidatePredictsTheTrainingQuantile() {
    Sample s = Sample.of(400, 9, 0);
    AutoConfig quick = AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK);
    FitReport report = trainer(quick, 0.9).fit(s.x, s.y).report();
    FitReport.CandidateScore baseline =
        report.candidates().stream()
            .filter(c -> c.name().equals("baseline (training quantile)"))
            .findFirst()
            .orElseThrow();
    double constant = constantLoss(s, LabelKind.quantile(0.9));
    assertEquals(constant, baseline.mse(), 0.05 * constant);
  }

  /** q of −y is −(1 − q) of y, and units do not matter. */
  @ParameterizedTest
  @MethodSource("methods")
  void reflectionAndUnitsOfTheLabelsCarryOver(MethodConfig config) {
    Sample s = Sample.of(250, 5, 0.2);
    double[] up = trainer(config, 0.8).fit(s.x, s.y).means(s.x, 0);
    double[] other = Arrays.stream(s.y).map(v -> 5 - 3 * v).toArray();
    double[] down = trainer(config, 0.2).fit(s.x, other).means(s.x, 0);
    double[] expected = Arrays.stream(up).map(v -> 5 - 3 * v).toArray();
    assertArrayEquals(expected, down, 1e-5);
  }

  @Test
  void weightsCountLabelsAndMissingOnesCountNothing() {
    Sample s = Sample.of(600, 6, 0.1);
    double[] y = s.y.clone();
    double[] w = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = i % 5 == 0 ? Double.NaN : y[i];
      w[i] = s.y[i] > s.center[i] ? 4 : 1;
    }
    SlrmModel model = trainer(LIKELIHOOD, 0.7).weights(w).fit(s.x, y);
    double[] p = model.means(s.x, 0);
    double below = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      total += Double.isNaN(y[i]) ? 0 : w[i];
      below += y[i] <= p[i] ? w[i] : 0;
    }
    assertEquals(0.7, below / total, 0.03);
    assertTrue(s.below(p) > 0.8, "half of the rows count four times");
  }

  @Test
  void aModelKeepsItsQuantileInItsState() {
    Sample s = Sample.of(200, 7, 0.1);
    SlrmModel model = trainer(LIKELIHOOD, 0.25).fit(s.x, s.y);
    SlrmModel again = SlrmModel.of(model.state());
    assertEquals(LabelKind.quantile(0.25), again.labelKind(0));
    assertArrayEquals(model.means(s.x, 0), again.means(s.x, 0));
    assertEquals(0.25, again.target(0).shape().get(0));
    SlrmModel.Explanation e = again.explain(s.x.row(0));
    double sum = e.intercept() + Arrays.stream(e.contribution()).sum() + e.missingness();
    assertEquals(again.predict(s.x.row(0)).mean(), sum, 1e-9);
  }

  @Test
  void aStreamLearnsAQuantile() {
    Sample s = Sample.of(6000, 8, 0.1);
    var config = StreamConfig.ofRank(2);
    SlrmStream stream = Slrm.stream(config, 4, List.of(LabelKind.quantile(0.9)));
    int below = 0;
    for (int i = 0; i < s.y.length; i++) {
      below += i >= 3000 && s.y[i] <= stream.predict(s.x.row(i)).mean() ? 1 : 0;
      stream.update(s.x.row(i), s.y[i]);
    }
    assertEquals(0.9, below / 3000.0, 0.04);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quantile:0", "quantile:1", "quantile:-0.5", "quantile:", "quantile:x"})
  void aLevelThatIsNoneIsRefusedByName(String label) {
    String refused =
        assertThrows(IllegalArgumentException.class, () -> LabelKind.of(label)).getMessage();
    assertTrue(refused.contains("quantile"), refused);
  }
}
