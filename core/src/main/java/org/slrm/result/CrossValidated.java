package org.slrm.result;

import org.jspecify.annotations.Nullable;

/**
 * Out-of-fold predictions of cross-validation. Entry (row, target) is at {@code row * targets +
 * target}. Labels are NaN where unknown, and predictions where a row was never held out. Errors are
 * weighted by rows.
 *
 * <pre>{@code
 * CrossValidated cv = CrossValidation.of(config).folds(5).run(x, y);
 * cv.mse(0);  cv.r2(0);
 * }</pre>
 *
 * @param targets number of targets
 * @param fold the fold of each row, −1 when it was never held out
 * @param label the labels
 * @param prediction the out-of-fold predictions
 * @param standardError their model-based standard errors
 * @param observed number of observed features, by row
 * @param weights weight of each row, null when all are 1
 * @param probabilities probabilities of classes, null without class targets
 * @param clusters number of each row's cluster (its group or block of time), within which errors
 *     depend on each other; null when rows are independent
 */
public record CrossValidated(
    int targets,
    int[] fold,
    double[] label,
    double[] prediction,
    double[] standardError,
    int[] observed,
    double @Nullable [] weights,
    @Nullable ClassProbabilities probabilities,
    int @Nullable [] clusters) {
  /** Copies the arrays. */
  public CrossValidated {
    fold = fold.clone();
    label = label.clone();
    prediction = prediction.clone();
    standardError = standardError.clone();
    observed = observed.clone();
    weights = weights == null ? null : weights.clone();
    clusters = clusters == null ? null : clusters.clone();
  }

  /** For numeric targets. */
  public CrossValidated(
      int targets,
      int[] fold,
      double[] label,
      double[] prediction,
      double[] standardError,
      int[] observed,
      double @Nullable [] weights) {
    this(targets, fold, label, prediction, standardError, observed, weights, null, null);
  }

  /** With other numbers of observed features, such as of columns instead of indicators. */
  public CrossValidated withObserved(int[] other) {
    return new CrossValidated(
        targets, fold, label, prediction, standardError, other, weights, probabilities, clusters);
  }

  /** Number of rows. */
  public int rows() {
    return fold.length;
  }

  /** The fold of each row, a copy. */
  @Override
  public int[] fold() {
    return fold.clone();
  }

  /** Fold of a row. */
  public int fold(int row) {
    return fold[row];
  }

  /** The labels, a copy. */
  @Override
  public double[] label() {
    return label.clone();
  }

  /** Label of a row and target. */
  public double label(int row, int target) {
    return label[row * targets + target];
  }

  /** The out-of-fold predictions, a copy. */
  @Override
  public double[] prediction() {
    return prediction.clone();
  }

  /** Out-of-fold prediction of a row and target. */
  public double prediction(int row, int target) {
    return prediction[row * targets + target];
  }

  /** Their standard errors, a copy. */
  @Override
  public double[] standardError() {
    return standardError.clone();
  }

  /** Standard error of the prediction of a row and target. */
  public double standardError(int row, int target) {
    return standardError[row * targets + target];
  }

  /** Number of observed features of each row, a copy. */
  @Override
  public int[] observed() {
    return observed.clone();
  }

  /** Number of observed features of a row. */
  public int observed(int row) {
    return observed[row];
  }

  /** The rows' weights, a copy; null when all are 1. */
  @Override
  public double @Nullable [] weights() {
    return weights == null ? null : weights.clone();
  }

  /** Weight of a row. */
  public double weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  /** Number of each row's cluster, a copy; null when rows are independent. */
  @Override
  public int @Nullable [] clusters() {
    return clusters == null ? null : clusters.clone();
  }

  /** These predictions with other clusters. */
  public CrossValidated in(int @Nullable [] others) {
    return new CrossValidated(
        targets, fold, label, prediction, standardError, observed, weights, probabilities, others);
  }

  /** Number of classes of a target, 0 for a number. */
  public int levels(int target) {
    return probabilities == null ? 0 : probabilities.levels(target);
  }

  /** Mean squared error of a target over its labelled rows. */
  public double mse(int target) {
    return Metrics.mse(column(label, target), column(prediction, target), weights);
  }

  /** Standard error of {@link #mse}, robust to dependent errors within clusters. */
  public double mseStandardError(int target) {
    return Metrics.mseStandardError(
        column(label, target), column(prediction, target), weights, clusters);
  }

  /** Fraction of variance explained, 1 − MSE / variance of the labels. */
  public double r2(int target) {
    return Metrics.r2(column(label, target), column(prediction, target), weights);
  }

  private double[] column(double[] table, int target) {
    double[] out = new double[fold.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = table[i * targets + target];
    }
    return out;
  }
}
