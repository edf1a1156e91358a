package org.slrm.internal.factor.online;

import java.util.Arrays;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Normal;
import org.slrm.result.Calibration;

/**
 * Adaptive factors of intervals (O-5): after each label, the factor of a level grows if the label
 * was outside the interval and shrinks otherwise, so that long-run coverage equals the level for
 * any data.
 */
public final class IntervalTracker {
  /** Levels that are tracked; those between are interpolated. */
  private static final double[] LEVELS = {0.5, 0.8, 0.9, 0.95, 0.99};

  /** Points of a calibration; with 399 the usual levels are among them. */
  private static final int POINTS = 399;

  /** For each point, the first tracked level that is not below it; the last one above all. */
  private static final int[] ABOVE = new int[POINTS];

  /** For each point, its position between two levels on the scale of Gaussian quantiles. */
  private static final double[] POSITION = new double[POINTS];

  private static final double SMALLEST = 1e-3;
  private static final double LARGEST = 1e6;

  static {
    for (int k = 0; k < POINTS; k++) {
      place(k, (k + 1.0) / (POINTS + 1));
    }
  }

  private final double step;
  private final double[] factor;

  /** For the given number of targets, starting with Gaussian factors; with step 0 they stay. */
  public IntervalTracker(int targets, double step) {
    this.step = step;
    factor = new double[targets * LEVELS.length];
    Arrays.setAll(factor, k -> gaussian(LEVELS[k % LEVELS.length]));
  }

  /** Whether factors adapt. */
  public boolean active() {
    return step > 0;
  }

  /** Takes the distance of a label in standard deviations (O-5). */
  public void add(int target, double surprise) {
    if (Double.isNaN(surprise)) {
      return;
    }
    for (int l = 0; l < LEVELS.length; l++) {
      int k = target * LEVELS.length + l;
      double outside = surprise > factor[k] ? 1 : 0;
      double next = factor[k] * Math.exp(step * (outside - (1 - LEVELS[l])));
      factor[k] = Math.min(LARGEST, Math.max(SMALLEST, next));
    }
  }

  /** A target's calibration: log-linear in Gaussian quantiles between levels, Gaussian tails. */
  public Calibration calibration(int target) {
    double[] log = new double[LEVELS.length];
    Arrays.setAll(log, l -> Math.log(factor[target * LEVELS.length + l]));
    double[] scores = new double[POINTS];
    for (int k = 0; k < POINTS; k++) {
      int above = ABOVE[k];
      boolean tail = above == 0 || above == LEVELS.length;
      double at =
          tail
              ? log[Math.min(above, LEVELS.length - 1)] + POSITION[k]
              : log[above - 1] + POSITION[k] * (log[above] - log[above - 1]);
      scores[k] = k == 0 ? Math.exp(at) : Math.max(scores[k - 1], Math.exp(at));
    }
    return Calibration.ofScores(scores);
  }

  private static void place(int point, double level) {
    int above = 0;
    while (above < LEVELS.length && LEVELS[above] < level) {
      above++;
    }
    ABOVE[point] = above;
    if (above == 0 || above == LEVELS.length) {
      double end = gaussian(LEVELS[Math.min(above, LEVELS.length - 1)]);
      POSITION[point] = Math.log(gaussian(level) / end);
    } else {
      double low = gaussian(LEVELS[above - 1]);
      POSITION[point] = (gaussian(level) - low) / (gaussian(LEVELS[above]) - low);
    }
  }

  private static double gaussian(double level) {
    return Normal.quantile(0.5 + level / 2);
  }

  /** The factors, target by target. */
  double[] state() {
    return factor.clone();
  }

  /** Continues from stored factors. */
  public void resume(double[] state) {
    Checks.equal("number of interval factors", state.length, "levels and targets", factor.length);
    for (double f : state) {
      Checks.positive("interval factor", f);
    }
    System.arraycopy(state, 0, factor, 0, factor.length);
  }

  /** Number of factors of a stream with the given number of targets. */
  static int size(int targets) {
    return targets * LEVELS.length;
  }
}
