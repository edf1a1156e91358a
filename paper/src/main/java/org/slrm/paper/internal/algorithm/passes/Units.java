package org.slrm.paper.internal.algorithm.passes;

import org.slrm.internal.run.TrainingData;
import org.slrm.paper.internal.algorithm.label.CodeProblem;

/**
 * Units of the values of a search (S-7), so that a table in other units has the same search. Both
 * mean squares are those of the label and of the starting codes.
 *
 * @param label mean square of the label; 1 for a label that is no number
 * @param code mean square of a code's entry, times the label's curvature
 * @param rank d
 * @param weight mean row weight
 */
public record Units(double label, double code, int rank, double weight) {
  public static Units of(TrainingData rows, int target, CodeProblem codes) {
    double size = codes.size() / codes.rank();
    double weight = rows.weight() / rows.x().rows();
    return new Units(meanSquare(rows, target), size > 0 ? size : 1, codes.rank(), weight);
  }

  private static double meanSquare(TrainingData rows, int target) {
    double sum = 0;
    double n = 0;
    for (int i = 0; i < rows.x().rows(); i++) {
      double y = rows.label(i, target);
      if (!Double.isNaN(y)) {
        sum += rows.weight(i) * (y * y);
        n += rows.weight(i);
      }
    }
    return sum > 0 && rows.kind(target).quadratic() ? sum / n : 1;
  }

  /** The unit of a symbol in a pass over the given number of rows. */
  public double of(Symbol symbol, long rows) {
    return switch (symbol) {
      case RECONSTRUCTION_WEIGHT -> label / code;
      case L1 -> Math.sqrt(label * code);
      case L2 -> code;
      case STEP_SIZE -> 1 / (rank * code);
      case CONSTANT_ROUNDS -> rows * weight;
      case INITIAL_UNCERTAINTY -> 1 / (rows * weight * code);
      case START -> 1;
    };
  }
}
