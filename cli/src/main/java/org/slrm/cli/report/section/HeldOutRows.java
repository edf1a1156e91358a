package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.result.Calibration;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * The rows of one target that were held out.
 *
 * @param row their numbers in the data, from 0
 * @param fold their folds
 * @param label labels
 * @param prediction predictions
 * @param standardError model-based standard errors of the predictions
 * @param observed observed entries
 * @param weight row weights
 * @param ids identifiers of the rows of the data; empty for row numbers
 */
public record HeldOutRows(
    int[] row,
    int[] fold,
    double[] label,
    double[] prediction,
    double[] standardError,
    int[] observed,
    double[] weight,
    List<String> ids) {
  /** The rows with identifiers, none of which may be missing. */
  public HeldOutRows named(List<String> names) {
    return new HeldOutRows(
        row, fold, label, prediction, standardError, observed, weight, List.copyOf(names));
  }

  /** The name of a row: its identifier, or its number from 1. */
  public String name(int i) {
    return ids.isEmpty() ? NumberText.count(row[i] + 1L) : ids.get(row[i]);
  }

  /** Prediction and label of a row, for its tooltip. */
  public String tip(int i) {
    return "row %s\npredicted %s\nactual %s\n%s observed features"
        .formatted(
            name(i), NumberText.number(prediction[i]), NumberText.value(label[i]), observed[i]);
  }

  /** Indices of at most this many rows, drawn at random. */
  public int[] sample(int limit) {
    return size() <= limit
        ? IntStream.range(0, size()).toArray()
        : Arrays.stream(Folds.shuffled(size(), 1)).limit(limit).sorted().toArray();
  }

  /** The labelled and predicted rows of a target. */
  public static HeldOutRows of(CrossValidated cv, int target) {
    int[] rows =
        IntStream.range(0, cv.rows())
            .filter(i -> !Double.isNaN(cv.label(i, target)) && cv.weight(i) > 0)
            .filter(i -> !Double.isNaN(cv.prediction(i, target)))
            .toArray();
    return new HeldOutRows(
        rows,
        Arrays.stream(rows).map(cv::fold).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.label(i, target)).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.prediction(i, target)).toArray(),
        Arrays.stream(rows).mapToDouble(i -> cv.standardError(i, target)).toArray(),
        Arrays.stream(rows).map(cv::observed).toArray(),
        Arrays.stream(rows).mapToDouble(cv::weight).toArray(),
        List.of());
  }

  /**
   * The rows on the logarithmic scale for log-normal labels: the mean is e^(η + v/2) and the
   * squared coefficient of variation e^v − 1.
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
    return new HeldOutRows(row, fold, y, eta, error, observed, weight, ids);
  }

  public int size() {
    return row.length;
  }

  /**
   * The cross-fitting fold of each row, whose calibration uses the rows of the other folds: its
   * validation fold, or a random one where the other validation folds have too few rows.
   */
  public int[] calibrationFolds() {
    return foldsSufficeForCalibration() ? fold : Folds.assign(size(), Folds.DEFAULT, 1);
  }

  /** Whether the rows outside every fold are enough for a calibration. */
  public boolean foldsSufficeForCalibration() {
    return Arrays.stream(fold)
        .distinct()
        .allMatch(f -> Arrays.stream(fold).filter(o -> o != f).count() >= Calibration.MIN_SCORES);
  }

  /** Whether every calibration fold leaves enough rows for a calibration. */
  public boolean canCalibrate() {
    return foldsSufficeForCalibration()
        || size() * (Folds.DEFAULT - 1) / Folds.DEFAULT >= Calibration.MIN_SCORES;
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
   * Groups of rows by number of observed entries, cut near its quartiles without dividing rows of
   * the same number: at most four groups, each with at least an eighth of the rows. Each contains
   * indices of this record.
   */
  public int[][] quarters() {
    int n = size();
    int[] order = Order.by(size(), i -> observed[i]);
    List<Integer> cuts = new ArrayList<>(List.of(0));
    for (int at = 0, next; at < n; at = next) {
      next = at;
      while (next < n && observed[order[next]] == observed[order[at]]) {
        next++;
      }
      // The next quartile, or the one passed by rows with equal numbers.
      int from = cuts.get(cuts.size() - 1);
      double quartile = Math.max(cuts.size(), 4 * from / Math.max(1, n) + 1) * n / 4.0;
      boolean nearer = Math.abs(at - quartile) <= Math.abs(next - quartile);
      if (nearer && 8 * (at - from) >= n && 8 * (n - at) >= n) {
        cuts.add(at);
      }
    }
    cuts.add(n);
    return IntStream.range(1, cuts.size())
        .mapToObj(k -> Arrays.stream(order, cuts.get(k - 1), cuts.get(k)).sorted().toArray())
        .filter(group -> group.length > 0)
        .toArray(int[][]::new);
  }

  /** The weighted median of the absolute error. */
  public double medianError() {
    int[] order = Order.by(size(), i -> Math.abs(residual(i)));
    double half = Arrays.stream(weight).sum() / 2;
    double sum = 0;
    for (int i : order) {
      sum += weight[i];
      if (sum >= half) {
        return Math.abs(residual(i));
      }
    }
    return Double.NaN;
  }

  /** Groups of rows by the size of the prediction, five if there are enough rows. */
  public int[][] byPrediction() {
    int groups = Math.min(5, size() / 20);
    int[] order = Order.by(size(), i -> prediction[i]);
    return IntStream.range(0, groups)
        .mapToObj(g -> Arrays.copyOfRange(order, g * size() / groups, (g + 1) * size() / groups))
        .toArray(int[][]::new);
  }

  /** A group's range of predictions, as text. */
  public String predicted(int[] group) {
    double low = Arrays.stream(group).mapToDouble(i -> prediction[i]).min().orElse(0);
    double high = Arrays.stream(group).mapToDouble(i -> prediction[i]).max().orElse(0);
    return NumberText.number(low) + " to " + NumberText.number(high);
  }

  /** A group's range of observed entries, as text. */
  public String range(int[] group) {
    int low = Arrays.stream(group).map(i -> observed[i]).min().orElse(0);
    int high = Arrays.stream(group).map(i -> observed[i]).max().orElse(0);
    return low == high
        ? NumberText.count(low)
        : NumberText.count(low) + "–" + NumberText.count(high);
  }

  /** A group as text: its number of rows and observed entries. */
  public String described(int[] group) {
    return NumberText.count(group.length, "row") + " with " + range(group) + " observed features";
  }

  /** RMSE of a group. */
  public double rmse(int[] group) {
    return Math.sqrt(mean(group, i -> residual(i) * residual(i)));
  }

  /** Weighted mean over a group, NaN for an empty one. */
  public double mean(int[] group, IntToDoubleFunction of) {
    double sum = Arrays.stream(group).mapToDouble(i -> weight[i] * of.applyAsDouble(i)).sum();
    return sum / Arrays.stream(group).mapToDouble(i -> weight[i]).sum();
  }
}
