package org.slrm.result;

import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * Probabilities of the classes of each row and target; numeric targets have none. NaN without a
 * prediction.
 *
 * <pre>{@code
 * ClassProbabilities p = model.predict(x).probabilities();
 * p.of(0, 0, 1);           // of the second class of the first target, in the first row
 * p.mostProbable(0, 0);
 * }</pre>
 */
public final class ClassProbabilities {
  private final int[] levels;
  private final int width;
  private final double[] values;

  /** For the given rows and number of classes of each target, 0 for a number; all NaN. */
  public ClassProbabilities(int rows, int... levels) {
    this.levels = levels.clone();
    width = Arrays.stream(levels).sum();
    values = new double[Math.multiplyExact(rows, width)];
    Arrays.fill(values, Double.NaN);
  }

  /** Number of targets. */
  public int targets() {
    return levels.length;
  }

  /** Number of rows; 0 without class targets. */
  public int rows() {
    return width == 0 ? 0 : values.length / width;
  }

  /** Number of classes of a target, 0 for a number. */
  public int levels(int target) {
    return levels[target];
  }

  /** Probability of a class of a target in a row. */
  public double of(int row, int target, int level) {
    return values[at(row, target) + Checks.index("level", level, levels[target])];
  }

  /** Probabilities of all classes of a target in a row. */
  public double[] of(int row, int target) {
    int at = at(row, target);
    return Arrays.copyOfRange(values, at, at + levels[target]);
  }

  /** The most probable class, the first of equals; −1 without a prediction. */
  public int mostProbable(int row, int target) {
    return mostProbable(of(row, target));
  }

  /** Index of the largest of some probabilities, −1 without any. */
  static int mostProbable(double[] p) {
    int best = -1;
    for (int k = 0; k < p.length; k++) {
      best = !Double.isNaN(p[k]) && (best < 0 || p[k] > p[best]) ? k : best;
    }
    return best;
  }

  /** Stores the probabilities of a row and target; thread-safe for different rows. */
  public void set(int row, int target, double[] probabilities) {
    Checks.equal("probabilities", probabilities.length, "classes", levels[target]);
    System.arraycopy(probabilities, 0, values, at(row, target), probabilities.length);
  }

  private int at(int row, int target) {
    int at = row * width;
    for (int t = 0; t < target; t++) {
      at += levels[t];
    }
    return at;
  }
}
