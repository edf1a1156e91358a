package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slrm.Simulated;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

class PlsTest {
  private static final Simulation SIMULATION =
      Simulated.table(300, 20, 4, 3).keep(0.8).noise(0.4).meanSpread(3).intercept(4).build();

  private static Trainer trainer(PlsConfig config) {
    return Slrm.with(config).threads(1);
  }

  /** One and three targets; R's kernelpls solves each component exactly. */
  @Test
  void onCompleteDataItEqualsRsPls() throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (InputStream in = PlsTest.class.getResourceAsStream("/pls/reference.json")) {
      for (JsonNode c : json.readTree(Objects.requireNonNull(in)).get("cases")) {
        IncompleteMatrix x =
            IncompleteMatrix.ofNaN(json.convertValue(c.get("x"), double[][].class));
        IncompleteMatrix y =
            IncompleteMatrix.ofNaN(json.convertValue(c.get("y"), double[][].class));
        double[][][] fitted = json.convertValue(c.get("fitted"), double[][][].class);
        for (int a = 1; a <= fitted.length; a++) {
          SlrmModel model = trainer(PlsConfig.defaults().withComponents(a)).fit(x, y);
          Predictions p = model.predict(x, 0.9, 1);
          for (int i = 0; i < x.rows(); i++) {
            for (int t = 0; t < y.columns(); t++) {
              assertEquals(fitted[a - 1][i][t], p.mean()[i * y.columns() + t], 1e-8);
            }
          }
        }
      }
    }
  }

  @Test
  void itChoosesComponentsAndPredictsRowsWithMissingEntries() {
    Simulation.Sample train = SIMULATION.train();
    Simulation.Sample test = SIMULATION.test(1000);
    SlrmModel model = trainer(PlsConfig.defaults()).fit(train.x(), train.y());
    double mse = Metrics.mse(test.y(), model.predict(test.x(), 0.9, 1).mean());
    assertTrue(mse < 0.5 * SIMULATION.truth().labelVariance(), () -> "mse " + mse);
    assertTrue(mse > SIMULATION.truth().bayes(test.x()).expectedError(), () -> "mse " + mse);
    assertTrue(model.report().rank() >= 1 && model.report().rank() <= 20);
  }

  @Test
  void missingLabelsAndEmptyRowsDoNoHarm() {
    Simulation.Sample train = SIMULATION.train();
    double[][] y = new double[300][2];
    double[][] x = train.x().toNaN();
    for (int i = 0; i < 300; i++) {
      y[i][0] = i % 3 == 0 ? Double.NaN : train.y(i);
      y[i][1] = i % 4 == 0 ? Double.NaN : -2 * train.y(i) + 1;
    }
    java.util.Arrays.fill(x[7], Double.NaN);
    SlrmModel model =
        trainer(PlsConfig.defaults()).fit(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y));
    Predictions p = model.predict(IncompleteMatrix.ofNaN(x), 0.9, 1);
    for (double v : p.mean()) {
      assertTrue(Double.isFinite(v));
    }
    assertEquals(model.targetScaling().center(0), p.mean()[7 * 2], 1e-9);
  }

  @Test
  void aConstantLabelIsPredicted() {
    double[] y = new double[300];
    java.util.Arrays.fill(y, 3);
    SlrmModel model = trainer(PlsConfig.defaults()).fit(SIMULATION.train().x(), y);
    assertEquals(3, model.predict(SIMULATION.test(1).x(), 0.9, 1).mean()[0], 1e-12);
  }

  @Test
  void aModelSurvivesBeingTakenApart() {
    Simulation.Sample train = SIMULATION.train();
    SlrmModel model = trainer(PlsConfig.defaults()).fit(train.x(), train.y());
    SlrmModel same = SlrmModel.of(model.state());
    assertArrayEquals(
        model.predict(train.x(), 0.9, 1).mean(), same.predict(train.x(), 0.9, 1).mean());
  }

  @Test
  void tooManyComponentsAreRefused() {
    Simulation.Sample train = SIMULATION.train();
    assertThrows(
        IllegalArgumentException.class,
        () -> trainer(PlsConfig.defaults().withComponents(21)).fit(train.x(), train.y()));
  }
}
