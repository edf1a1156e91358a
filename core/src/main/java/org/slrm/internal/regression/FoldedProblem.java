package org.slrm.internal.regression;

import java.util.ArrayList;
import java.util.List;

/**
 * The regression of one target on all its rows and on each fold's training and held-out rows: by
 * statistics where features are fewer than rows, otherwise on the data.
 *
 * @param all all rows
 * @param training the rows without each fold
 * @param heldOut the rows of each fold
 */
public record FoldedProblem(
    RegressionProblem all,
    List<? extends RegressionProblem> training,
    List<? extends RegressionProblem> heldOut) {

  /** A dense table of regressors. */
  public interface Design {
    /** Number of regressors. */
    int columns();

    /** The given rows, row-major. */
    double[] rows(int[] indices);
  }

  /** Above this number of features statistics cost more than they save. */
  public static final int MAX_FEATURES_FOR_GRAM = 1500;

  /** The regression on the rows of a design. */
  public static FoldedProblem of(Design filled, TargetRows rows) {
    int p = filled.columns();
    return statistics(p, rows) ? byStatistics(filled, rows, p) : onData(filled, rows, p);
  }

  /** The regression on all rows, without folds. */
  public static RegressionProblem whole(Design filled, TargetRows rows) {
    int p = filled.columns();
    double[] x = filled.rows(rows.rows());
    return statistics(p, rows)
        ? GramProblem.ofRows(x, p, rows.y(), rows.weights())
        : RawProblem.ofRows(x, p, rows.y(), rows.weights());
  }

  private static boolean statistics(int p, TargetRows rows) {
    return p < rows.size() && p <= MAX_FEATURES_FOR_GRAM;
  }

  private static FoldedProblem byStatistics(Design filled, TargetRows rows, int p) {
    List<GramProblem> folds = new ArrayList<>();
    for (int f = 0; f < rows.folds(); f++) {
      int number = f;
      TargetRows part = rows.where(r -> rows.fold()[r] == number);
      folds.add(GramProblem.ofRows(filled.rows(part.rows()), p, part.y(), part.weights()));
    }
    return of(folds);
  }

  /** The regression whose folds are given by their statistics. */
  public static FoldedProblem of(List<GramProblem> folds) {
    return new FoldedProblem(GramProblem.merge(folds), GramProblem.withoutEach(folds), folds);
  }

  private static FoldedProblem onData(Design filled, TargetRows rows, int p) {
    RawProblem all = RawProblem.ofRows(filled.rows(rows.rows()), p, rows.y(), rows.weights());
    List<RawProblem> training = new ArrayList<>();
    List<RawProblem> heldOut = new ArrayList<>();
    for (int f = 0; f < rows.folds(); f++) {
      double[] in = rows.weights().clone();
      double[] out = rows.weights().clone();
      for (int r = 0; r < rows.size(); r++) {
        (rows.fold()[r] == f ? in : out)[r] = 0;
      }
      training.add(all.withWeights(in));
      heldOut.add(all.withWeights(out));
    }
    return new FoldedProblem(all, training, heldOut);
  }
}
