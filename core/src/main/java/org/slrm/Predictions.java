package org.slrm;

/**
 * Predictions of many rows. In arrays, entry (row, target) is at {@code row * targets + target}.
 *
 * <pre>{@code
 * Predictions p = model.predictAll(x, 0.9, 2);   // 90 % intervals, two threads
 * double first = p.mean(0, 0);
 * }</pre>
 */
public final class Predictions {
  private final int targets;
  private final double[] mean;
  private final double[] standardError;
  private final double[] lower;
  private final double[] upper;
  private final boolean[] answered;
  private final int[] observed;

  /** Room for as many. */
  Predictions(int rows, int targets) {
    this.targets = targets;
    mean = new double[rows * targets];
    standardError = new double[rows * targets];
    lower = new double[rows * targets];
    upper = new double[rows * targets];
    answered = new boolean[rows];
    observed = new int[rows];
  }

  /** Says what a row shows and whether it was answered. */
  void row(int row, int known, boolean answer) {
    observed[row] = known;
    answered[row] = answer;
  }

  /** Puts in a prediction with an interval of as many standard errors on each side. */
  void predict(int row, int target, double predicted, double error, double factor) {
    int k = row * targets + target;
    mean[k] = predicted;
    standardError[k] = error;
    lower[k] = predicted - factor * error;
    upper[k] = predicted + factor * error;
  }

  /** Number of rows. */
  public int rows() {
    return observed.length;
  }

  /** Number of targets. */
  public int targets() {
    return targets;
  }

  /** The predicted labels, a copy. */
  public double[] mean() {
    return mean.clone();
  }

  /** The predicted label, of a row and target. */
  public double mean(int row, int target) {
    return mean[row * targets + target];
  }

  /** Their standard errors, a copy. */
  public double[] standardError() {
    return standardError.clone();
  }

  /** Its standard error, of a row and target. */
  public double standardError(int row, int target) {
    return standardError[row * targets + target];
  }

  /** Lower ends of the intervals, a copy. */
  public double[] lower() {
    return lower.clone();
  }

  /** The lower end of its interval, of a row and target. */
  public double lower(int row, int target) {
    return lower[row * targets + target];
  }

  /** Upper ends of the intervals, a copy. */
  public double[] upper() {
    return upper.clone();
  }

  /** The upper end of its interval, of a row and target. */
  public double upper(int row, int target) {
    return upper[row * targets + target];
  }

  /** Whether the method answered, by row, a copy. */
  public boolean[] answered() {
    return answered.clone();
  }

  /** Whether the method answered a row. */
  public boolean answered(int row) {
    return answered[row];
  }

  /** Number of observed entries, by row, a copy. */
  public int[] observed() {
    return observed.clone();
  }

  /** Number of observed entries of a row. */
  public int observed(int row) {
    return observed[row];
  }
}
