package org.slrm.result;

/**
 * What cross-validation found: predictions of labelled rows by a model that had not seen them.
 * Entry (row, target) is at {@code row * targets + target}; NaN where there was no label, and
 * predictions NaN where the row was never left out.
 *
 * <pre>{@code
 * CrossValidated cv = CrossValidation.of(config).folds(5).run(x, y);
 * cv.mse(0);  cv.r2(0);
 * }</pre>
 *
 * @param targets number of targets
 * @param fold the fold of each row, −1 when it was never left out
 * @param label the labels
 * @param prediction the out-of-fold predictions
 * @param standardError their standard errors as the model sees them
 * @param observed number of observed features, by row
 */
public record CrossValidated(
    int targets,
    int[] fold,
    double[] label,
    double[] prediction,
    double[] standardError,
    int[] observed) {
  /** Copies the arrays. */
  public CrossValidated {
    fold = fold.clone();
    label = label.clone();
    prediction = prediction.clone();
    standardError = standardError.clone();
    observed = observed.clone();
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

  /** Mean squared error of a target over its labelled rows. */
  public double mse(int target) {
    return Metrics.mse(column(label, target), column(prediction, target));
  }

  /**
   * Standard error of {@link #mse}: standard deviation of the squared errors over the root of their
   * number.
   */
  public double mseStandardError(int target) {
    return Metrics.mseStandardError(column(label, target), column(prediction, target));
  }

  /** Share of variance explained, 1 − MSE / variance of the labels. */
  public double r2(int target) {
    return Metrics.r2(column(label, target), column(prediction, target));
  }

  /** Scores |y − ŷ| / standard error of a target, for calibration. */
  public double[] scores(int target) {
    double[] y = column(label, target);
    double[] p = column(prediction, target);
    double[] s = column(standardError, target);
    return java.util.stream.IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]) && !Double.isNaN(p[i]) && s[i] > 0)
        .mapToDouble(i -> Math.abs(y[i] - p[i]) / s[i])
        .toArray();
  }

  private double[] column(double[] table, int target) {
    double[] out = new double[fold.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = table[i * targets + target];
    }
    return out;
  }
}
