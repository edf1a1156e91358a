package org.slrm.internal.factor.online;

import java.util.Arrays;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.predict.FinitePredictionCheck;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;

/** Checks that the stored state of a stream can result from rows. */
final class StreamStateChecks {
  private static final double ROUNDING = 1e-6;

  private StreamStateChecks() {}

  /** Rejects a detector state that no errors can lead to. */
  static double[] detector(ModelState model) {
    double[] state = StateValues.array(model, "detector", DriftDetector.STATE);
    for (int k = 0; k < state.length; k++) {
      if (k != 1) {
        Checks.notNegative("detector " + k, state[k]);
      }
    }
    return state;
  }

  /** Rejects sums that are no sums of squares and products. */
  static void check(FactorStatistics s, double[] seen) {
    ModelRange.notNegative("rows_seen", seen);
    products("sum_total", s.total, 0, s.d + 1);
    for (int j = 0; j < s.columns; j++) {
      int at = j * s.width;
      products("sum_gram of column " + j, s.gram, at, s.d + 1);
      Checks.notNegative("sum_xx of column " + j, s.xx[j]);
      product("sum_x of column " + j, s.x[j], s.xx[j], s.count(j));
      for (int k = 0; k < s.d; k++) {
        product("sum_xa of column " + j, s.xa[j * s.d + k], s.xx[j], s.gram[at + Packed.at(k, k)]);
      }
    }
  }

  private static void products(String name, double[] packed, int at, int n) {
    for (int r = 0; r < n; r++) {
      Checks.notNegative("diagonal of " + name, packed[at + Packed.at(r, r)]);
      for (int c = 0; c < r; c++) {
        product(
            name,
            packed[at + Packed.at(r, c)],
            packed[at + Packed.at(r, r)],
            packed[at + Packed.at(c, c)]);
      }
    }
  }

  /** |Σab|² ≤ Σa² Σb², up to rounding. */
  private static void product(String name, double ab, double aa, double bb) {
    double limit = Math.sqrt(aa) * Math.sqrt(bb) * (1 + ROUNDING) + ROUNDING;
    if (!(Math.abs(ab) <= limit)) {
      throw new IllegalArgumentException(name + " must be at most " + limit + ", got " + ab);
    }
  }

  /** Learns from a few rows as a test; the step is discarded afterwards. */
  static void check(
      OnlineModel step, StreamConfig config, Scaling scaling, Scaling targets, List<Label> labels) {
    predict(step, scaling, targets, labels);
    int columns = scaling.columns() + targets.columns();
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(columns);
    double[] row = new double[columns];
    for (double value : new double[] {0, 1, -2}) {
      Arrays.fill(row, value);
      for (int c = 0; c < labels.size(); c++) {
        boolean number = labels.get(c).noisy();
        row[scaling.columns() + c] = number || value >= 0 ? value : 0;
      }
      rows.addNaN(row);
    }
    ForgettingSchedule fading =
        new ForgettingSchedule(
            config.forgetting().factor(), config.forgetting().stepExponent(), config.batch());
    try {
      step.learn(rows.build(), IncompleteMatrix.builder(columns).build(), 0, fading);
      predict(step, scaling, targets, labels);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "a stream must be able to learn, but " + e.getMessage(), e);
    }
  }

  private static void predict(
      OnlineModel step, Scaling scaling, Scaling targets, List<Label> labels) {
    double[][] weights = new double[targets.columns()][];
    Arrays.fill(weights, new double[] {1});
    FinitePredictionCheck.check(scaling, targets, List.of(step.member()), weights, labels);
  }
}
