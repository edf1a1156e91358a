package org.slrm.internal.factor.online;

import org.slrm.internal.check.Checks;

/**
 * Detects when prediction errors have left their level: a one-sided cumulative sum (Page 1954) of
 * errors standardised by their running mean and standard deviation (O-3):
 *
 * <pre>g ← max(0, g + min(z, c) − k), z = (e − level) / spread, alarm when g > h</pre>
 *
 * The cap c = h/2 + k keeps a single outlier from raising an alarm. Slow drift moves the level and
 * raises no alarm. After an alarm the level is estimated again.
 */
public final class DriftDetector {
  /** First observations, which only estimate the level. */
  private static final int LEARNING = 20;

  /** Time constant of the level's running mean. */
  private static final int MEMORY = 200;

  /** Length of {@link #state}. */
  static final int STATE = 4;

  private final double threshold;
  private final double allowance;
  private double batches;
  private double level;
  private double variance;
  private double sum;

  /** A detector with threshold h and allowance k, in standard deviations of a mean error. */
  public DriftDetector(double threshold, double allowance) {
    this.threshold = threshold;
    this.allowance = allowance;
  }

  /** Takes the mean error of a few rows over a number of entries; true for an alarm. */
  public boolean add(double error, double entries) {
    // A mean of squared standard normals has variance 2 / number; real errors vary more.
    double spread = Math.sqrt(Math.max(variance, 2 / Math.max(1, entries)));
    double cap = threshold / 2 + allowance;
    boolean learning = batches < LEARNING;
    double z = learning ? 0 : Math.max(-cap, Math.min(cap, (error - level) / spread));
    sum = Math.max(0, sum + z - allowance);
    if (sum > threshold) {
      reset();
      return true;
    }
    double e = learning ? error : level + z * spread;
    batches = Math.min(MEMORY, batches + 1);
    double step = e - level;
    level += step / batches;
    variance += (step * (e - level) - variance) / batches;
    return false;
  }

  /** Restarts the estimate of the level. */
  public void reset() {
    batches = 0;
    level = 0;
    variance = 0;
    sum = 0;
  }

  public double[] state() {
    return new double[] {batches, level, variance, sum};
  }

  /** Continues from a state. */
  public void resume(double[] s) {
    Checks.equal("length of the detector's state", s.length, "its parts", STATE);
    batches = s[0];
    level = s[1];
    variance = s[2];
    sum = s[3];
  }
}
