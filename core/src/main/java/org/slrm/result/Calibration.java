package org.slrm.result;

import java.util.Arrays;
import org.slrm.data.Checks;

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
