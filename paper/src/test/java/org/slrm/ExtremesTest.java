package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.result.Metrics;

/** Units and weights at the ends of what a double can hold. */
class ExtremesTest {
  private static final int ROWS = 120;

  private final double[][] x = new double[ROWS][4];
  private final double[] y = new double[ROWS];

  ExtremesTest() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < ROWS; i++) {
      double code = random.nextGaussian();
      for (int j = 0; j < 4; j++) {
        double value = code + random.nextGaussian();
        y[i] += value;
        x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : value;
      }
    }
  }

  static List<MethodConfig> methods() {
    return List.of(
        AutoConfig.defaults(),
        LikelihoodConfig.defaults().withRank(1),
        MeanElasticNetConfig.defaults(),
        MeanElasticNetConfig.defaults().withPenalties(0, 0),
        PlsConfig.defaults());
  }

  private static IncompleteMatrix times(double[][] x, double unit) {
    return IncompleteMatrix.ofNaN(
        Arrays.stream(x)
            .map(r -> Arrays.stream(r).map(v -> v * unit).toArray())
            .toArray(double[][]::new));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void featuresInTinyOrHugeUnitsPredictAsWell(MethodConfig config) {
    double error = error(config, 1);
    for (double unit : new double[] {1e-200, 1e-300, 1e200}) {
      double other = error(config, unit);
      assertEquals(error, other, 0.1 * error, "in units of " + unit);
    }
  }

  private double error(MethodConfig config, double unit) {
    IncompleteMatrix scaled = times(x, unit);
    SlrmModel model = Slrm.with(config).folds(0).fit(scaled, y);
    return Metrics.mse(y, model.predict(scaled).mean());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e308, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aWeightThatCannotBeMeantIsRefused(double weight) {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 1);
    weights[3] = weight;
    Trainer trainer = Slrm.with(AutoConfig.defaults());
    String message =
        assertThrows(IllegalArgumentException.class, () -> trainer.weights(weights)).getMessage();
    assertTrue(message.startsWith("weight of row 3 must be 0 or between 1.0E-12 and"), message);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void weightsThatLeaveNoLabelledRowAreRefused(MethodConfig config) {
    double[] weights = new double[ROWS];
    double[] labels = y.clone();
    labels[0] = Double.NaN;
    Trainer none = Slrm.with(config).weights(weights);
    assertThrows(IllegalArgumentException.class, () -> none.fit(times(x, 1), labels));
    weights[0] = 1;
    Trainer unlabelled = Slrm.with(config).weights(weights);
    String message =
        assertThrows(IllegalArgumentException.class, () -> unlabelled.fit(times(x, 1), labels))
            .getMessage();
    assertTrue(message.contains("must leave target 0 a labelled row of positive weight"), message);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1000})
  void weightsFarFromOneAreNoted(double weight) {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, weight);
    SlrmModel model = Slrm.with(AutoConfig.defaults()).weights(weights).fit(times(x, 1), y);
    assertTrue(
        model.report().note("unusual-weights").isPresent(), model.report().notes().toString());
  }
}
