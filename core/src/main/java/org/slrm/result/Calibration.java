package org.slrm.result;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Normal;

/**
 * How wide an interval must be, in standard errors, to hold a given share of labels. Made from
 * scores |y − ŷ| / standard error of rows the model had not seen (conformal calibration) (P-5), or
 * Gaussian when there are none.
 *
 * <pre>{@code
 * model.calibration(0).factor(0.9);   // 1.64 for a perfectly Gaussian model
 * }</pre>
 */
public final class Calibration {
  /** Without calibration: Gaussian quantiles. */
  public static final Calibration GAUSSIAN = new Calibration(new double[0]);

  /** With weights at most as many points are kept, unless there are more scores than that. */
  private static final int MOST_POINTS = 10_000;

  private final double[] scores;

  private Calibration(double[] sorted) {
    this.scores = sorted;
  }

  /** Calibration by the given scores, in any order; at least 20 or it stays Gaussian. */
  public static Calibration ofScores(double[] scores) {
    double[] sorted = scores.clone();
    for (double s : sorted) {
      Checks.notNegative("score", s);
    }
    Arrays.sort(sorted);
    return sorted.length < 20 ? GAUSSIAN : new Calibration(sorted);
  }

  /**
   * Calibration by scores that count as many times as their weights say. Kept are points of equal
   * mass, as many as the weights add up to: for whole weights each score as often as it counts.
   */
  public static Calibration ofScores(double[] scores, double[] weights) {
    Checks.equal("number of weights", weights.length, "number of scores", scores.length);
    Checks.weights(weights);
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> scores[i]))
            .mapToInt(i -> i)
            .toArray();
    double total = Arrays.stream(weights).sum();
    int most = Math.max(MOST_POINTS, scores.length);
    double[] points = new double[(int) Math.min(most, Math.round(total))];
    double below = 0;
    for (int k = 0, r = -1; k < points.length; k++) {
      // The score that holds the middle of the k-th share of the mass.
      while (r < 0 || (below <= (k + 0.5) * total / points.length && r + 1 < order.length)) {
        below += weights[order[++r]];
      }
      points[k] = scores[order[r]];
    }
    return ofScores(points);
  }

  /** Whether scores are behind it. */
  public boolean calibrated() {
    return scores.length > 0;
  }

  /** The scores in increasing order, a copy. */
  public double[] scores() {
    return scores.clone();
  }

  /** Number of standard errors on each side for the given coverage in (0, 1). */
  public double factor(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("interval level must be in (0, 1), got " + level);
    }
    double gaussian = Normal.quantile(0.5 + level / 2);
    if (scores.length == 0) {
      return gaussian;
    }
    // The ⌈(n+1)·level⌉-th smallest score; beyond the largest, the Gaussian tail scaled to pass
    // through it.
    double rank = (scores.length + 1) * level;
    int k = (int) Math.ceil(rank);
    if (k <= scores.length) {
      return scores[k - 1];
    }
    double reach = scores.length / (scores.length + 1.0);
    return scores[scores.length - 1] * gaussian / Normal.quantile(0.5 + reach / 2);
  }
}
