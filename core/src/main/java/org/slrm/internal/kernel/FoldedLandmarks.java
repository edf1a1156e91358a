package org.slrm.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Kernel ridge regression with centres at some of the rows, fitted once without each fold of
 * grouped rows. With single rows held out, a row would be predicted from its own group. The centres
 * stay; they contain no labels.
 */
final class FoldedLandmarks {
  private final List<Landmarks> without = new ArrayList<>();
  private final List<KernelRows> evaluates = new ArrayList<>();

  /**
   * Sums for every fold.
   *
   * @param near the working labels
   * @param rows the same rows with their labels, in folds
   * @param evaluating the rows that evaluate
   * @param sums of rows
   */
  FoldedLandmarks(
      KernelRows near, KernelRows rows, int[] evaluating, Function<KernelRows, Landmarks> sums) {
    boolean[] evaluate = new boolean[rows.count()];
    Arrays.stream(evaluating).forEach(i -> evaluate[i] = true);
    for (int[] fold : rows.heldOut()) {
      boolean[] out = new boolean[rows.count()];
      Arrays.stream(fold).forEach(i -> out[i] = true);
      int[] others = IntStream.range(0, out.length).filter(i -> !out[i]).toArray();
      without.add(sums.apply(near.of(others)));
      evaluates.add(rows.of(Arrays.stream(fold).filter(i -> evaluate[i]).toArray()));
    }
  }

  /** Mean deviance of the evaluating rows by fits without their fold. */
  double error(double penalty) {
    double sum = 0;
    double total = 0;
    for (int f = 0; f < without.size(); f++) {
      sum += without.get(f).deviance(penalty, evaluates.get(f));
      total += Arrays.stream(evaluates.get(f).weights()).sum();
    }
    return sum / total;
  }
}
