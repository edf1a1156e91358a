package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.method.MixtureConfig;
import org.slrm.method.StreamConfig;
import org.slrm.paper.Simulation;

/** A mixture of factor analysers learned row by row and by passes. */
class MixtureStreamTest {
  private static final int FEATURES = 16;

  private static Simulation simulation(int rows) {
    return Simulated.table(rows, FEATURES, 3, 3).keep(0.8).noise(0.3).subspaces(3).seed(2).build();
  }

  private static double mse(SlrmModel model, Simulation.Sample test) {
    double[] mean = model.predict(test.x(), 0.9, 1).mean();
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      sum += (test.y(i) - mean[i]) * (test.y(i) - mean[i]);
    }
    return sum / mean.length;
  }

  private static StreamConfig config() {
    return StreamConfig.ofRank(3).withComponents(3).withWarmUp(1000);
  }

  @Test
  void onePassIsAsGoodAsTheBatchFit() {
    Simulation.Sample train = simulation(4000).train();
    Simulation.Sample test = simulation(4000).test(2000);
    SlrmStream stream = Slrm.stream(config(), FEATURES);
    for (int i = 0; i < 4000; i++) {
      stream.update(train.x().row(i), train.y(i));
    }
    SlrmModel batch =
        Slrm.with(MixtureConfig.defaults().withComponents(3).withRank(3))
            .folds(0)
            .fit(train.x(), train.y());
    double ratio = mse(stream.snapshot(), test) / mse(batch, test);
    assertTrue(ratio < 1.02, "stream over batch " + ratio);
    assertEquals(0, stream.alarms());
  }

  @Test
  @Tag("slow")
  void passesChooseComponentsOnTheSampleAndAreAsGoodAsTheBatchFit() {
    Simulation.Sample train = simulation(4000).train();
    Simulation.Sample test = simulation(4000).test(2000);
    IncompleteMatrix y = IncompleteMatrix.ofColumn(train.y());
    SlrmModel passes =
        Slrm.with(MixtureConfig.defaults().withRank(3))
            .threads(2)
            .fit(RowBlocks.of(train.x(), y, 500), RowBlocks.Passes.defaults().withMaxPasses(3));
    assertEquals("mixture", passes.report().method());
    assertEquals(3, passes.report().settings().get("components"));
    SlrmModel batch =
        Slrm.with(MixtureConfig.defaults().withComponents(3).withRank(3))
            .folds(0)
            .fit(train.x(), train.y());
    double ratio = mse(passes, test) / mse(batch, test);
    assertTrue(ratio < 1.05, "passes over batch " + ratio);
  }

  @Test
  void aStreamGoesOnExactlyWhereItWasTakenApart() {
    Simulation.Sample train = simulation(2500).train();
    SlrmStream stream = Slrm.stream(config().withForgetting(0.999), FEATURES);
    for (int i = 0; i < 1550; i++) {
      stream.update(train.x().row(i), i % 2 == 0 ? train.y(i) : Double.NaN);
    }
    SlrmStream resumed = SlrmStream.of(stream.state());
    for (int i = 1550; i < 2500; i++) {
      stream.update(train.x().row(i), train.y(i));
      resumed.update(train.x().row(i), train.y(i));
    }
    for (int i = 0; i < 20; i++) {
      IncompleteRow row = train.x().row(i);
      assertEquals(stream.predict(row).mean(), resumed.predict(row).mean());
      assertEquals(stream.predict(row).standardError(), resumed.predict(row).standardError());
    }
  }

  /** Two groups of rows; in the second the label's slope turns from 1 to −1 along the way. */
  private static final class Moving {
    private final SplittableRandom random = new SplittableRandom(8);

    double[] x;
    double y;

    void draw(double done, boolean second) {
      double a = random.nextGaussian();
      x = new double[6];
      for (int j = 0; j < x.length; j++) {
        boolean known = random.nextDouble() < 0.8;
        double level = second ? 3 : -3;
        x[j] = known ? level + a + 0.3 * random.nextGaussian() : Double.NaN;
      }
      y = (second ? 1 - 2 * done : 0.5) * a + 0.1 * random.nextGaussian();
    }
  }

  @Test
  void aComponentThatMovesIsFollowedWithForgettingAndNotWithout() {
    double followed = errorAfterMoving(0.995);
    double kept = errorAfterMoving(1);
    assertTrue(followed < 0.08, "with forgetting " + followed);
    assertTrue(kept > 0.4, "without " + kept);
  }

  private static double errorAfterMoving(double forgetting) {
    StreamConfig config =
        StreamConfig.ofRank(1)
            .withComponents(2)
            .withWarmUp(400)
            .withForgetting(forgetting)
            .withStepExponent(1);
    SlrmStream stream = Slrm.stream(config, 6);
    Moving rows = new Moving();
    int n = 8000;
    for (int i = 0; i < n; i++) {
      rows.draw((double) i / n, i % 2 == 0);
      stream.update(IncompleteRow.ofNaN(rows.x), rows.y);
    }
    double sum = 0;
    for (int i = 0; i < 500; i++) {
      rows.draw(1, true);
      double e = rows.y - stream.predict(IncompleteRow.ofNaN(rows.x)).mean();
      sum += e * e;
    }
    return sum / 500;
  }

  @Test
  void aMixtureThatWasFittedAnswersUntilTheStreamHasLearned() {
    Simulation.Sample train = simulation(1500).train();
    SlrmModel fitted =
        Slrm.with(MixtureConfig.defaults().withComponents(2).withRank(2))
            .folds(0)
            .fit(train.x(), train.y());
    SlrmStream stream = Slrm.stream(config(), fitted);
    IncompleteRow row = train.x().row(0);
    stream.update(row, train.y(0));
    assertEquals(fitted.predict(row).mean(), stream.predict(row).mean());
    assertEquals(fitted.predict(row).mean(), SlrmStream.of(stream.state()).predict(row).mean());
  }

  @Test
  void labelsAndColumnsThatComeLateAreLearned() {
    Simulation.Sample train = simulation(3000).train();
    Simulation.Sample test = simulation(3000).test(500);
    SlrmStream stream = Slrm.stream(config(), FEATURES);
    stream.update(IncompleteRow.ofNaN(nothing()), Double.NaN);
    for (int i = 0; i < 3000; i++) {
      double[] row = train.x().row(i).toNaN();
      row[0] = i < 1200 ? Double.NaN : row[0];
      stream.update(IncompleteRow.ofNaN(row), i < 1100 ? Double.NaN : train.y(i));
    }
    double mean = 0;
    double variance = 0;
    for (double y : test.y()) {
      mean += y / test.y().length;
    }
    for (double y : test.y()) {
      variance += (y - mean) * (y - mean) / test.y().length;
    }
    double error = mse(stream.snapshot(), test);
    assertTrue(error < 0.6 * variance, error + " of " + variance);
    assertEquals(0, stream.predict(IncompleteRow.ofNaN(nothing())).observed());
  }

  private static double[] nothing() {
    double[] out = new double[FEATURES];
    java.util.Arrays.fill(out, Double.NaN);
    return out;
  }

  @Test
  void componentsThatTheFirstRowsCannotBearAreDroppedAndReported() {
    Simulation.Sample train = simulation(300).train();
    StreamConfig few = StreamConfig.ofRank(3).withComponents(6).withWarmUp(20).withBatch(10);
    SlrmStream stream = Slrm.stream(few, FEATURES);
    for (int i = 0; i < 300; i++) {
      stream.update(train.x().row(i), train.y(i));
    }
    assertTrue(
        stream.snapshot().report().note("components-removed").isPresent(),
        () -> stream.snapshot().report().notes().toString());
    SlrmStream again = SlrmStream.of(stream.state());
    assertEquals(stream.predict(train.x().row(0)).mean(), again.predict(train.x().row(0)).mean());
  }

  @Test
  void aStreamNeedsItsNumberOfComponents() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> StreamConfig.ofRank(1).withComponents(0));
    assertEquals("components must be at least 1, got 0", e.getMessage());
  }
}
