package org.slrm.internal.factor.online;

import java.util.Arrays;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Normal;
import org.slrm.result.Calibration;

/**
 * Factors of intervals that follow the errors (O-5): after each label the factor of a level grows
 * if the label was outside and shrinks if it was inside, so that in the long run the share inside
 * is the level, whatever the data do.
 */
public final class IntervalTracker {
  /** Levels that are followed; those between are interpolated. */
  private static final double[] LEVELS = {0.5, 0.8, 0.9, 0.95, 0.99};

  /** Points a calibration is made of: with one less than 400 the usual levels are among them. */
  private static final int POINTS = 399;

  private static final double SMALLEST = 1e-3;
  private static final double LARGEST = 1e6;

  private final double step;
  private final double[] factor;

  /** For so many targets, beginning with Gaussian factors; a step of 0 stays there. */
  public IntervalTracker(int targets, double step) {
    this.step = step;
    factor = new double[targets * LEVELS.length];
    Arrays.setAll(factor, k -> gaussian(LEVELS[k % LEVELS.length]));
  }

  /** Whether factors move at all. */
  public boolean active() {
    return step > 0;
  }

  /** (O-5) Takes note of how many standard deviations away a label was. */
  public void add(int target, double surprise) {
    if (Double.isNaN(surprise)) {
      return;
    }
    for (int l = 0; l < LEVELS.length; l++) {
      int k = target * LEVELS.length + l;
      double outside = surprise > factor[k] ? 1 : 0;
      double moved = factor[k] * Math.exp(step * (outside - (1 - LEVELS[l])));
      factor[k] = Math.min(LARGEST, Math.max(SMALLEST, moved));
    }
  }

  /** How intervals of a target are widened or narrowed now. */
  public Calibration calibration(int target) {
    double[] scores = new double[POINTS];
    for (int k = 0; k < POINTS; k++) {
      double at = factor(target, (k + 1.0) / (POINTS + 1));
      scores[k] = k == 0 ? at : Math.max(scores[k - 1], at);
    }
    return Calibration.ofScores(scores);
  }

  /** Between two levels the logarithm is a line in Gaussian quantiles; outside, Gaussian tails. */
  private double factor(int target, double level) {
    int first = target * LEVELS.length;
    int above = 0;
    while (above < LEVELS.length && LEVELS[above] < level) {
      above++;
    }
    if (above == 0 || above == LEVELS.length) {
      int end = Math.min(above, LEVELS.length - 1);
      return factor[first + end] * gaussian(level) / gaussian(LEVELS[end]);
    }
    double low = gaussian(LEVELS[above - 1]);
    double share = (gaussian(level) - low) / (gaussian(LEVELS[above]) - low);
    return Math.pow(factor[first + above - 1], 1 - share) * Math.pow(factor[first + above], share);
  }

  private static double gaussian(double level) {
    return Normal.quantile(0.5 + level / 2);
  }

  /** The factors, target by target. */
  double[] state() {
    return factor.clone();
  }

  /** Goes on from factors taken before. */
  public void resume(double[] state) {
    Checks.equal("number of interval factors", state.length, "levels and targets", factor.length);
    for (double f : state) {
      Checks.positive("interval factor", f);
    }
    System.arraycopy(state, 0, factor, 0, factor.length);
  }

  /** Factors a stream with so many targets has. */
  static int size(int targets) {
    return targets * LEVELS.length;
  }
}
