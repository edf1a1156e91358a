package org.slrm.result;

/**
 * Predictions of many rows as primitive arrays, entry (row, target) at {@code row * targets +
 * target}.
 *
 * <pre>{@code
 * Predictions p = model.predictAll(x, 0.9, 2);   // 90 % intervals, two threads
 * double first = p.mean(0, 0);
 * }</pre>
 *
 * @param targets number of targets
 * @param mean predicted labels
 * @param standardError their standard errors
 * @param lower lower ends of the intervals
 * @param upper upper ends of the intervals
 * @param answered whether the method answered, by row
 * @param observed number of observed entries, by row
 */
public record Predictions(
    int targets,
    double[] mean,
    double[] standardError,
    double[] lower,
    double[] upper,
    boolean[] answered,
    int[] observed) {
  /** Number of rows. */
  public int rows() {
    return observed.length;
  }

  /** The predicted label of a row and target. */
  public double mean(int row, int target) {
    return mean[row * targets + target];
  }
}
