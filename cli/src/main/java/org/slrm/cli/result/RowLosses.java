package org.slrm.cli.result;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.score.LabelScore;
import org.slrm.result.ClassMetrics;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.CrossValidated;
import org.slrm.result.Metrics;

/**
 * Losses of one target's held-out predictions, by the score of its label kind.
 *
 * @param score the score
 * @param row numbers of the rows in the data, from 0
 * @param loss score of each
 * @param weight row weights
 * @param clusters number of each one's group or block of time, null when rows are independent
 * @param baseline mean score of the best constant prediction
 */
public record RowLosses(
    LabelScore score,
    int[] row,
    double[] loss,
    double[] weight,
    int @Nullable [] clusters,
    double baseline) {

  /** The losses of a target's labelled and predicted rows. */
  public static RowLosses of(CrossValidated cv, int target, LabelScore score) {
    int[] rows =
        IntStream.range(0, cv.rows())
            .filter(i -> !Double.isNaN(cv.label(i, target)) && cv.weight(i) > 0)
            .filter(i -> !Double.isNaN(cv.prediction(i, target)))
            .toArray();
    double[] weight = Arrays.stream(rows).mapToDouble(cv::weight).toArray();
    double[] loss = Arrays.stream(rows).mapToDouble(i -> loss(cv, i, target, score)).toArray();
    double[] labels = Arrays.stream(rows).mapToDouble(i -> cv.label(i, target)).toArray();
    double baseline =
        score.kind().isClassification()
            ? metrics(cv, target).baselineLogLoss()
            : score.baselineScore(labels, weight);
    return new RowLosses(score, rows, loss, weight, of(cv.clusters(), rows), baseline);
  }

  private static double loss(CrossValidated cv, int i, int t, LabelScore score) {
    if (!score.kind().isClassification()) {
      return score.of(cv.label(i, t), cv.prediction(i, t), cv.standardError(i, t));
    }
    ClassProbabilities p = Objects.requireNonNull(cv.probabilities());
    return -Math.log(Math.max(ClassMetrics.SMALLEST, p.of(i, t, (int) cv.label(i, t))));
  }

  /** Metrics of the class probabilities of a target. */
  public static ClassMetrics metrics(CrossValidated cv, int target) {
    double[] labels = new double[cv.rows()];
    Arrays.setAll(labels, i -> cv.label(i, target));
    return ClassMetrics.of(
        labels, Objects.requireNonNull(cv.probabilities()), target, cv.weights());
  }

  /** The most frequent class. */
  public static int mostFrequent(ClassMetrics m) {
    int best = 0;
    for (int k = 1; k < m.levels(); k++) {
      best = m.rows(k) > m.rows(best) ? k : best;
    }
    return best;
  }

  /** The fraction of rows of a class. */
  public static double frequency(ClassMetrics m, int level) {
    return m.rows(level) / IntStream.range(0, m.levels()).mapToDouble(m::rows).sum();
  }

  /** Some of them, by index. */
  RowLosses of(int[] places) {
    return new RowLosses(
        score,
        Arrays.stream(places).map(k -> row[k]).toArray(),
        Arrays.stream(places).mapToDouble(k -> loss[k]).toArray(),
        Arrays.stream(places).mapToDouble(k -> weight[k]).toArray(),
        of(clusters, places),
        baseline);
  }

  private static int @Nullable [] of(int @Nullable [] all, int[] places) {
    return all == null ? null : Arrays.stream(places).map(k -> all[k]).toArray();
  }

  /** The mean score. */
  public double mean() {
    return sum(i -> loss[i]) / sum(i -> 1);
  }

  /** Standard error of the mean score, by clusters where there are any; NaN for one row. */
  public double standardError() {
    return Metrics.meanStandardError(loss, weight, clusters);
  }

  /** Relative reduction of the score compared with the best constant prediction. */
  public double explained() {
    return 1 - mean() / baseline;
  }

  /** The displayed error: the root of a squared error, any other score itself. */
  public double shown(double score) {
    return this.score.kind().usesSquaredError() ? Math.sqrt(Math.max(0, score)) : score;
  }

  /**
   * The difference to other losses in standard errors, paired by row: mean of the differences over
   * its standard error.
   */
  public double standardErrorsWorse(RowLosses other) {
    Map<Integer, Integer> rows = new HashMap<>();
    IntStream.range(0, other.row.length).forEach(k -> rows.put(other.row[k], k));
    int[] both = IntStream.range(0, row.length).filter(k -> rows.containsKey(row[k])).toArray();
    double[] d =
        Arrays.stream(both).mapToDouble(k -> loss[k] - other.loss[rows.get(row[k])]).toArray();
    double mean = Arrays.stream(d).average().orElse(0);
    double error = Metrics.meanStandardError(d, null, of(clusters, both));
    return mean == 0 || Double.isNaN(error) ? 0 : mean / error;
  }

  private double sum(java.util.function.IntToDoubleFunction of) {
    double out = 0;
    for (int i = 0; i < loss.length; i++) {
      out += weight[i] * of.applyAsDouble(i);
    }
    return out;
  }
}
