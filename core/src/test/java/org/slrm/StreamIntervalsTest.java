package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteRow;
import org.slrm.method.StreamConfig;
import org.slrm.result.Prediction;

/** Intervals of a stream hold the share of labels that was asked for, also when data drift. */
class StreamIntervalsTest {
  private static final int FEATURES = 8;
  private static final int STEP = 5_000;

  /** Three factors, coefficients that turn, and noise that grows threefold and falls back. */
  private static final class Drifting {
    private final SplittableRandom random = new SplittableRandom(4);
    private final double[][] loadings = new double[FEATURES][3];
    private double[] row = new double[FEATURES];
    private double label;
    private int rows;

    Drifting() {
      for (double[] l : loadings) {
        Arrays.setAll(l, k -> random.nextGaussian());
      }
    }

    void next() {
      double[] u = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double turn = rows / 8_000.0;
      double noise = rows < 8_000 ? 0.3 : rows < 16_000 ? 0.3 + 0.6 * (rows - 8_000) / 8_000 : 0.3;
      row = new double[FEATURES];
      Arrays.setAll(
          row,
          j ->
              random.nextDouble() < 0.2
                  ? Double.NaN
                  : loadings[j][0] * u[0]
                      + loadings[j][1] * u[1]
                      + loadings[j][2] * u[2]
                      + 0.3 * random.nextGaussian());
      label = Math.cos(turn) * u[0] + Math.sin(turn) * u[1] + noise * random.nextGaussian();
      rows++;
    }
  }

  private static List<Double> coverage(StreamConfig config, double level) {
    SlrmStream stream = Slrm.stream(config, FEATURES);
    Drifting data = new Drifting();
    for (int i = 0; i < 1_000; i++) {
      data.next();
      stream.update(IncompleteRow.ofNaN(data.row), data.label);
    }
    List<Double> out = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      int inside = 0;
      for (int i = 0; i < STEP; i++) {
        data.next();
        IncompleteRow row = IncompleteRow.ofNaN(data.row);
        Prediction.Interval interval = stream.predict(row).interval(level);
        inside += data.label >= interval.low() && data.label <= interval.high() ? 1 : 0;
        stream.update(row, data.label);
      }
      out.add(inside / (double) STEP);
    }
    return out;
  }

  @Test
  void ninetyPercentStayNinetyPercentUnderDrift() {
    StreamConfig config = StreamConfig.ofRank(3).withForgetting(1);
    for (double share : coverage(config, 0.9)) {
      assertTrue(share >= 0.88 && share <= 0.92, "coverage " + share);
    }
  }

  @Test
  void withoutCalibrationDriftBreaksTheIntervals() {
    StreamConfig config = StreamConfig.ofRank(3).withForgetting(1).withCalibrationStep(0);
    assertTrue(coverage(config, 0.9).stream().anyMatch(share -> share < 0.86 || share > 0.94));
  }

  @Test
  void predictionsAreThoseWithoutCalibration() {
    StreamConfig settings = StreamConfig.ofRank(3).withWarmUp(200);
    SlrmStream one = Slrm.stream(settings, FEATURES);
    SlrmStream other = Slrm.stream(settings.withCalibrationStep(0), FEATURES);
    Drifting data = new Drifting();
    for (int i = 0; i < 600; i++) {
      data.next();
      IncompleteRow row = IncompleteRow.ofNaN(data.row);
      assertEquals(other.predict(row).mean(), one.predict(row).mean());
      assertEquals(other.predict(row).standardError(), one.predict(row).standardError());
      one.update(row, data.label);
      other.update(row, data.label);
    }
  }

  @Test
  void aStreamTakenApartGoesOnWithTheSameIntervals() {
    SlrmStream stream = Slrm.stream(StreamConfig.ofRank(3).withWarmUp(200), FEATURES);
    Drifting data = new Drifting();
    for (int i = 0; i < 730; i++) {
      data.next();
      stream.update(IncompleteRow.ofNaN(data.row), data.label);
    }
    SlrmStream again = SlrmStream.of(stream.state());
    assertTrue(stream.snapshot().calibration(0).calibrated());
    assertArrayEquals(
        stream.snapshot().calibration(0).scores(), again.snapshot().calibration(0).scores());
  }
}
