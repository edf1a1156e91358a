package org.slrm.internal.factor.online;

import org.slrm.internal.check.Checks;

/**
 * Says when errors have left their level: a one-sided cumulative sum (Page 1954) of errors
 * standardised by their own running mean and spread (O-3):
 *
 * <pre>g ← max(0, g + min(z, c) − k),   z = (e − level) / spread,   alarm when g > h</pre>
 *
 * The cap c = h/2 + k keeps a single outlier from raising an alarm. Slow drift moves the level
 * along and raises nothing. After an alarm the level is learned again.
 */
public final class DriftDetector {
  /** Glances that only teach the level. */
  private static final int LEARNING = 20;

  /** The level is a mean over about as many glances. */
  private static final int MEMORY = 200;

  /** Length of {@link #state}. */
  static final int STATE = 4;

  private final double threshold;
  private final double allowance;
  private double batches;
  private double level;
  private double variance;
  private double sum;

  /**
   * A detector with threshold h and allowance k, both in standard deviations of the error of a few
   * rows.
   */
  public DriftDetector(double threshold, double allowance) {
    this.threshold = threshold;
    this.allowance = allowance;
  }

  /**
   * Takes the mean error of a few rows over a number of entries; true says that the level was left.
   */
  public boolean add(double error, double entries) {
    // Of a mean of squared standard normals the variance is 2 / number; real errors spread more.
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

  /** Learns the level again. */
  public void reset() {
    batches = 0;
    level = 0;
    variance = 0;
    sum = 0;
  }

  /** Where it stands. */
  public double[] state() {
    return new double[] {batches, level, variance, sum};
  }

  /** Goes on from where another stood. */
  public void resume(double[] s) {
    Checks.equal("length of the detector's state", s.length, "its parts", STATE);
    batches = s[0];
    level = s[1];
    variance = s[2];
    sum = s[3];
  }
}
