package org.slrm.paper.tracking;

/**
 * Detects a change of the residuals' level (T-9): the generalised likelihood ratio of a mean that
 * rose at an unknown time within a window, after Xie, Huang and Willett (2013),
 *
 * <pre>max_{k ≤ w} Σ_{last k} (z_i − μ₀)/σ₀ / √(k + k²/n₀)  >  b</pre>
 *
 * μ₀ and σ₀ are those of the n₀ rows before the window, so that a change does not enter its own
 * level. One row counts b/2 at most, so that a single outlier raises no alarm. After an alarm the
 * level is estimated again.
 */
final class ResidualChange {
  static final int WINDOW = 50;

  /** Above the threshold for normal rows: residuals of a tracked subspace have heavier tails. */
  static final double THRESHOLD = 5.5;

  private static final int LEARNING = 100;
  private static final int MEMORY = 200;

  private final double[] window = new double[WINDOW];
  private int inWindow;
  private int next;
  private double count;
  private double mean;
  private double variance;

  /** Takes the mean square of k free entries over its expectation; true for an alarm. */
  boolean add(double ratio, int k) {
    // Wilson and Hilferty: the cube root of a mean of k squared normals is approximately normal.
    double spread = 2 / (9.0 * k);
    return addScore((StrictMath.cbrt(ratio) - (1 - spread)) / Math.sqrt(spread));
  }

  /** Takes a number that is approximately standard normal without a change. */
  boolean addScore(double z) {
    if (inWindow == WINDOW) {
      learn(window[next]);
    } else {
      inWindow++;
    }
    window[next] = z;
    next = (next + 1) % WINDOW;
    if (count < LEARNING || statistic() <= THRESHOLD) {
      return false;
    }
    reset();
    return true;
  }

  private void learn(double z) {
    count = Math.min(MEMORY, count + 1);
    double step = z - mean;
    mean += step / count;
    variance += (step * (z - mean) - variance) / count;
  }

  private double statistic() {
    double sigma = Math.sqrt(Math.max(variance, 1e-12));
    double sum = 0;
    double largest = 0;
    for (int k = 1; k <= inWindow; k++) {
      double z = (window[Math.floorMod(next - k, WINDOW)] - mean) / sigma;
      sum += Math.min(z, THRESHOLD / 2);
      largest = Math.max(largest, sum / Math.sqrt(k + k * k / count));
    }
    return largest;
  }

  void reset() {
    inWindow = 0;
    next = 0;
    count = 0;
    mean = 0;
    variance = 0;
  }
}
