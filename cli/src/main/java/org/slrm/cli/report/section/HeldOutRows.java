package org.slrm.cli.report.section;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * The rows of one target that were predicted by a model that had not seen them.
 *
 * @param row their numbers in the data, from 0
 * @param fold their folds
 * @param label labels
 * @param prediction predictions
 * @param standardError standard errors as the model sees them
 * @param observed observed entries
 * @param weight how many times each counts
 */
public record HeldOutRows(
    int[] row,
    int[] fold,
    double[] label,
    double[] prediction,
    double[] standardError,
    int[] observed,
    double[] weight) {

  /** The labelled and predicted rows of a target. */
  public static HeldOutRows of(CrossValidated cv, int target) {
    int[] rows =
        IntStream.range(0, cv.rows())
            .filter(i -> !Double.isNaN(cv.label(i, target)))
            .filter(i -> !Double.isNaN(cv.prediction(i, target)))
            .toArray();
    return new HeldOutRows(
        rows,
        Arrays.stream(rows).map(cv::fold).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.label(i, target)).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.prediction(i, target)).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.standardError(i, target)).toArray(),
        Arrays.stream(rows).map(cv::observed).toArray(),
        Arrays.stream(rows).mapToDouble(cv::weight).toArray());
  }

  /**
   * The same rows by the logarithms of labels that are log-normal: their mean is e^(η + v/2) and
   * their squared coefficient of variation e^v − 1.
   */
  public HeldOutRows logarithms() {
    double[] y = new double[size()];
    double[] eta = new double[size()];
    double[] error = new double[size()];
    for (int i = 0; i < y.length; i++) {
      double cv = standardError[i] / prediction[i];
      double v = Math.log1p(cv * cv);
      y[i] = Math.log(label[i]);
      eta[i] = Math.log(prediction[i]) - v / 2;
      error[i] = Math.sqrt(v);
    }
    return new HeldOutRows(row, fold, y, eta, error, observed, weight);
  }

  public int size() {
    return row.length;
  }

  /** Whether one part of the rows was held out instead of each fold in turn. */
  public boolean oneSplit() {
    return Arrays.stream(fold).distinct().count() == 1;
  }

  /** The part of each row, of which some can be judged by the others: its fold, or else a draw. */
  public int[] parts() {
    return oneSplit() ? Folds.assign(size(), Folds.DEFAULT, 1) : fold;
  }

  public double residual(int i) {
    return label[i] - prediction[i];
  }

  public double mse() {
    return Metrics.mse(label, prediction, weight);
  }

  /** Mean squared error of predicting the mean of these labels. */
  public double meanMse() {
    int[] all = IntStream.range(0, size()).toArray();
    double mean = mean(all, i -> label[i]);
    return mean(all, i -> (label[i] - mean) * (label[i] - mean));
  }

  /**
   * Groups of rows by number of observed entries, cut at its quartiles; fewer than four when many
   * rows have the same number. Each holds positions in this record.
   */
  public int[][] quarters() {
    int[] sorted = observed.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int[] cuts =
        IntStream.of(n / 4, n / 2, 3 * n / 4).map(at -> sorted[Math.min(at, n - 1)]).toArray();
    return IntStream.rangeClosed(0, 3)
        .mapToObj(
            q ->
                IntStream.range(0, n)
                    .filter(i -> Arrays.stream(cuts).filter(c -> observed[i] >= c).count() == q)
                    .toArray())
        .filter(group -> group.length > 0)
        .toArray(int[][]::new);
  }

  /** A group's range of observed entries, in words. */
  public String range(int[] group) {
    int low = Arrays.stream(group).map(i -> observed[i]).min().orElse(0);
    int high = Arrays.stream(group).map(i -> observed[i]).max().orElse(0);
    return low == high
        ? NumberText.count(low)
        : NumberText.count(low) + "–" + NumberText.count(high);
  }

  /** Typical error within a group. */
  public double typicalError(int[] group) {
    return Math.sqrt(mean(group, i -> residual(i) * residual(i)));
  }

  /** Mean over a group in which rows count as their weights say, NaN for an empty one. */
  public double mean(int[] group, IntToDoubleFunction of) {
    double sum = Arrays.stream(group).mapToDouble(i -> weight[i] * of.applyAsDouble(i)).sum();
    return sum / Arrays.stream(group).mapToDouble(i -> weight[i]).sum();
  }
}
