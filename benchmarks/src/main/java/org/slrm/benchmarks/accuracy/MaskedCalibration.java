package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * Conformal prediction with missing data augmentation (Zaffran et al. 2023) around a fitted model:
 * calibration rows are masked like the row in question. Scores are |y − ŷ| / standard error.
 * Patterns are bit sets of missing entries.
 */
final class MaskedCalibration {
  private final SlrmModel model;
  private final double[][] x;
  private final double[] y;
  private final int[] missing;
  private final Map<Integer, double[]> scores = new HashMap<>();

  /** Calibrates by held-out rows. */
  MaskedCalibration(SlrmModel model, double[][] x, double[] y) {
    this.model = model;
    this.x = x;
    this.y = y;
    missing = Arrays.stream(x).mapToInt(MaskedCalibration::pattern).toArray();
  }

  static int pattern(double[] row) {
    return IntStream.range(0, row.length).filter(j -> Double.isNaN(row[j])).map(j -> 1 << j).sum();
  }

  /**
   * CP-MDA-Exact: only rows whose missing entries are all missing in the row in question, then
   * masked like it. Unbounded with too few of them.
   */
  Intervals exact(double[][] rows, double[] labels) {
    Predictions p = model.predict(IncompleteMatrix.ofNaN(rows), Intervals.LEVEL, 1);
    double[] lower = new double[rows.length];
    double[] upper = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double[] sorted =
          Arrays.stream(scores(pattern(rows[i]))).filter(s -> !Double.isNaN(s)).sorted().toArray();
      int k = (int) Math.ceil((sorted.length + 1) * Intervals.LEVEL);
      double q = k <= sorted.length ? sorted[k - 1] : Double.POSITIVE_INFINITY;
      lower[i] = p.mean(i, 0) - q * p.standardError(i, 0);
      upper[i] = p.mean(i, 0) + q * p.standardError(i, 0);
    }
    return new Intervals(IncompleteMatrix.ofNaN(rows), labels, p.mean(), lower, upper);
  }

  /**
   * CP-MDA-Nested: all rows, each masked by both patterns; the row in question is masked like each
   * of them in turn, and the interval is formed by quantiles of the lower and upper ends.
   */
  Intervals nested(double[][] rows, double[] labels) {
    int n = y.length;
    int rank = Math.min(n, (int) Math.ceil((n + 1) * Intervals.LEVEL));
    double[] lower = new double[rows.length];
    double[] upper = new double[rows.length];
    double[] mean = model.predict(IncompleteMatrix.ofNaN(rows), Intervals.LEVEL, 1).mean();
    for (int i = 0; i < rows.length; i++) {
      int pattern = pattern(rows[i]);
      int[] union = IntStream.of(missing).map(m -> m | pattern).toArray();
      int[] unions = IntStream.of(union).distinct().sorted().toArray();
      double[][] masked = new double[unions.length][];
      for (int u = 0; u < unions.length; u++) {
        masked[u] = masked(rows[i], unions[u]);
      }
      Predictions p = model.predict(IncompleteMatrix.ofNaN(masked), Intervals.LEVEL, 1);
      double[] from = new double[n];
      double[] to = new double[n];
      for (int k = 0; k < n; k++) {
        int u = Arrays.binarySearch(unions, union[k]);
        double reach = scores(union[k])[k] * p.standardError(u, 0);
        from[k] = p.mean(u, 0) - reach;
        to[k] = p.mean(u, 0) + reach;
      }
      Arrays.sort(from);
      Arrays.sort(to);
      lower[i] = from[n - rank];
      upper[i] = to[rank - 1];
    }
    return new Intervals(IncompleteMatrix.ofNaN(rows), labels, mean, lower, upper);
  }

  /** Scores of the calibration rows under a mask; NaN for rows with other missing entries. */
  private double[] scores(int mask) {
    return scores.computeIfAbsent(mask, this::computed);
  }

  private double[] computed(int mask) {
    double[] out = new double[y.length];
    Arrays.fill(out, Double.NaN);
    int[] in = IntStream.range(0, out.length).filter(k -> (missing[k] | mask) == mask).toArray();
    double[][] rows = IntStream.of(in).mapToObj(k -> masked(x[k], mask)).toArray(double[][]::new);
    if (in.length > 0) {
      Predictions p = model.predict(IncompleteMatrix.ofNaN(rows), Intervals.LEVEL, 1);
      for (int r = 0; r < in.length; r++) {
        out[in[r]] = Math.abs(y[in[r]] - p.mean(r, 0)) / p.standardError(r, 0);
      }
    }
    return out;
  }

  private static double[] masked(double[] row, int mask) {
    double[] out = row.clone();
    for (int j = 0; j < out.length; j++) {
      out[j] = (mask >> j & 1) == 1 ? Double.NaN : out[j];
    }
    return out;
  }
}
