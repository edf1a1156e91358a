package org.slrm.internal.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.CrossValidated;

/** A {@link CrossValidated} under construction: predictions are NaN until they are stored. */
public final class HeldOutPredictions {
  private final int targets;
  private final int[] fold;
  private final int[] observed;
  private final double[] label;
  private final double[] prediction;
  private final double[] standardError;
  private final double @Nullable [] weights;
  private final int @Nullable [] clusters;

  /** For rows of these folds, −1 for a row that is never held out. */
  public HeldOutPredictions(TrainingData data, int[] fold) {
    IncompleteMatrix x = data.x();
    IncompleteMatrix y = data.y();
    this.fold = fold;
    weights = data.weights();
    clusters = data.units().clusters(fold);
    targets = y.columns();
    observed = new int[y.rows()];
    label = unknown(y.rows() * targets);
    prediction = unknown(label.length);
    standardError = unknown(label.length);
    for (int i = 0; i < y.rows(); i++) {
      observed[i] = x.observed(i);
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        label[i * targets + y.column(k)] = y.value(k);
      }
    }
  }

  private static double[] unknown(int length) {
    double[] out = new double[length];
    Arrays.fill(out, Double.NaN);
    return out;
  }

  /** Stores a prediction. */
  public void predict(int row, int target, double mean) {
    prediction[row * targets + target] = mean;
  }

  /** Stores a standard error. */
  public void standardError(int row, int target, double error) {
    standardError[row * targets + target] = error;
  }

  /** The predictions so far. */
  public CrossValidated done() {
    return new CrossValidated(targets, fold, label, prediction, standardError, observed, weights)
        .in(clusters);
  }
}
