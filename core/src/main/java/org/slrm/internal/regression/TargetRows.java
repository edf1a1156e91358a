package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.TrainingData;

/**
 * The labelled rows of one target.
 *
 * @param rows their numbers
 * @param y their labels
 * @param weights their weights
 * @param fold their folds, numbered from 0 without a gap
 * @param folds number of folds
 */
public record TargetRows(
    int target, int[] rows, double[] y, double[] weights, int[] fold, int folds) {

  /** The least-squares problem of a target at η = 0, the mean in scaled units (working labels). */
  public static TargetRows of(TrainingData data, int target, int[] foldOfRow) {
    TargetRows labelled = labelled(data, target, foldOfRow);
    int[] rows = labelled.rows;
    Label kind = data.kind(target);
    return new TargetRows(
        target,
        rows,
        working(rows, i -> kind.workingLabel(data.label(i, target), 0)),
        working(rows, i -> data.weight(i) * kind.curvature(data.label(i, target), 0)),
        labelled.fold,
        labelled.folds);
  }

  /** The rows of a target with unchanged labels and weights. */
  public static TargetRows labelled(TrainingData data, int target, int[] foldOfRow) {
    int[] rows =
        IntStream.range(0, data.y().rows())
            .filter(i -> !Double.isNaN(data.label(i, target)))
            .toArray();
    int[] present = Arrays.stream(rows).map(i -> foldOfRow[i]).distinct().sorted().toArray();
    int[] fold = Arrays.stream(rows).map(i -> Arrays.binarySearch(present, foldOfRow[i])).toArray();
    double[] y = working(rows, i -> data.label(i, target));
    return new TargetRows(target, rows, y, working(rows, data::weight), fold, present.length);
  }

  private static double[] working(int[] rows, IntToDoubleFunction of) {
    return Arrays.stream(rows).mapToDouble(of).toArray();
  }

  /** The rows at the positions for which the condition holds. */
  TargetRows where(IntPredicate condition) {
    int[] at = IntStream.range(0, size()).filter(condition).toArray();
    return new TargetRows(
        target,
        IntStream.of(at).map(r -> rows[r]).toArray(),
        working(at, r -> y[r]),
        working(at, r -> weights[r]),
        IntStream.of(at).map(r -> fold[r]).toArray(),
        folds);
  }

  /** Rows with a label in any column. */
  public static int[] labelled(IncompleteMatrix y) {
    return IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).toArray();
  }

  /** Folds of the labelled rows; the others have none. */
  public static int[] folds(TrainingData data, int folds, long seed) {
    int[] labelled = labelled(data.y());
    int[] out = new int[data.y().rows()];
    if (labelled.length >= 2) {
      int[] fold = data.units().folds(labelled, Math.min(folds, labelled.length), seed);
      for (int r = 0; r < labelled.length; r++) {
        out[labelled[r]] = fold[r];
      }
    }
    return out;
  }

  /** Rows of all folds but one; rows without any label stay. */
  public static int[] without(IncompleteMatrix y, int[] fold, int f) {
    return IntStream.range(0, fold.length)
        .filter(i -> fold[i] != f || y.observed(i) == 0)
        .toArray();
  }

  /** Number of rows. */
  public int size() {
    return rows.length;
  }

  /** Weighted sum of the labels. */
  double sum(DoubleUnaryOperator of) {
    return IntStream.range(0, size()).mapToDouble(r -> weights[r] * of.applyAsDouble(y[r])).sum();
  }

  /** Weighted fraction of these rows where feature j is missing. */
  public double missingFraction(IncompleteMatrix x, int j) {
    double missing = 0;
    for (int r = 0; r < rows.length; r++) {
      missing += Double.isNaN(x.valueAt(rows[r], j)) ? weights[r] : 0;
    }
    return missing / Arrays.stream(weights).sum();
  }
}
