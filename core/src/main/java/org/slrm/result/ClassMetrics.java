package org.slrm.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.SortOrder;

/**
 * Metrics of class probabilities. Rows without a label or a prediction are ignored; rows are
 * weighted. A label of an unknown class (a number at or above the number of classes) has
 * probability 0.
 *
 * <pre>{@code
 * ClassMetrics m = ClassMetrics.of(labels, model.predict(x).probabilities(), 0, null);
 * m.logLoss();  m.auc();  m.balancedAccuracy();
 * }</pre>
 */
public final class ClassMetrics {
  /** Smallest probability; limits the loss of one row to 34.5. */
  public static final double SMALLEST = 1e-15;

  /** Bins of the calibration error. */
  public static final int BINS = 15;

  private final int levels;
  private final int[] label;
  private final double[][] p;
  private final double[] weight;
  private final double total;

  private ClassMetrics(int levels, int[] label, double[][] p, double[] weight) {
    this.levels = levels;
    this.label = label;
    this.p = p;
    this.weight = weight;
    total = Arrays.stream(weight).sum();
  }

  /** Metrics of a target's labels and predicted probabilities. */
  public static ClassMetrics of(
      double[] labels, ClassProbabilities predicted, int target, double @Nullable [] weights) {
    Checks.equal("number of labels", labels.length, "rows", predicted.rows());
    int[] rows =
        IntStream.range(0, labels.length)
            .filter(i -> !Double.isNaN(labels[i]))
            .filter(i -> !Double.isNaN(Arrays.stream(predicted.of(i, target)).sum()))
            .filter(i -> weights == null || weights[i] > 0)
            .toArray();
    return new ClassMetrics(
        predicted.levels(target),
        IntStream.of(rows).map(i -> (int) labels[i]).toArray(),
        IntStream.of(rows).mapToObj(i -> predicted.of(i, target)).toArray(double[][]::new),
        IntStream.of(rows).mapToDouble(i -> weights == null ? 1 : weights[i]).toArray());
  }

  /** Number of rows. */
  public int rows() {
    return label.length;
  }

  /** Number of classes. */
  public int levels() {
    return levels;
  }

  /** Rows of a class, by weight. */
  public double rows(int level) {
    return mean(i -> label[i] == level ? 1 : 0) * total;
  }

  private double mean(IntToDoubleFunction what) {
    double sum = 0;
    for (int i = 0; i < label.length; i++) {
      sum += weight[i] * what.applyAsDouble(i);
    }
    return total == 0 ? Double.NaN : sum / total;
  }

  private double probability(int i) {
    return label[i] < levels ? p[i][label[i]] : 0;
  }

  private int predicted(int i) {
    return ClassProbabilities.mostProbable(p[i]);
  }

  /** Mean of −log P(true class). */
  public double logLoss() {
    return mean(i -> -Math.log(Math.max(SMALLEST, probability(i))));
  }

  /** Log loss of the class proportions, the baseline. */
  public double baselineLogLoss() {
    double sum = 0;
    for (int k = 0; k < levels; k++) {
      double fraction = rows(k) / total;
      sum -= fraction > 0 ? fraction * Math.log(fraction) : 0;
    }
    return sum;
  }

  /** Mean of Σ (P(class) − [true class])², halved for two classes by convention. */
  public double brier() {
    double sum =
        mean(
            i -> {
              double s = label[i] < levels ? 0 : 1;
              for (int k = 0; k < levels; k++) {
                double off = p[i][k] - (label[i] == k ? 1 : 0);
                s += off * off;
              }
              return s;
            });
    return levels == 2 ? sum / 2 : sum;
  }

  /** Accuracy: fraction of rows whose most probable class is the true one. */
  public double accuracy() {
    return mean(i -> predicted(i) == label[i] ? 1 : 0);
  }

  /** Balanced accuracy: mean recall over the classes that occur. */
  public double balancedAccuracy() {
    return IntStream.range(0, levels)
        .filter(k -> rows(k) > 0)
        .mapToDouble(this::recall)
        .average()
        .orElse(Double.NaN);
  }

  /** Recall: fraction of the rows of a class that are predicted as such; NaN without any. */
  public double recall(int level) {
    double hits = mean(i -> label[i] == level && predicted(i) == level ? 1 : 0);
    return hits * total / rows(level);
  }

  /** Precision: fraction of the rows predicted as a class that belong to it; NaN without any. */
  public double precision(int level) {
    double hits = mean(i -> label[i] == level && predicted(i) == level ? 1 : 0);
    return hits / mean(i -> predicted(i) == level ? 1 : 0);
  }

  /** Confusion matrix: rows by true class, then by predicted class. */
  public double[][] confusion() {
    double[][] out = new double[levels][levels];
    for (int i = 0; i < label.length; i++) {
      if (label[i] < levels) {
        out[label[i]][predicted(i)] += weight[i];
      }
    }
    return out;
  }

  /** Area under the ROC curve, on average of several against the rest; NaN if one is absent. */
  public double auc() {
    if (levels == 2) {
      return auc(1);
    }
    return IntStream.range(0, levels)
        .filter(k -> rows(k) > 0)
        .mapToDouble(this::auc)
        .average()
        .orElse(Double.NaN);
  }

  /** Area under the ROC curve of one class against all others; ties count half. */
  public double auc(int level) {
    int[] order = SortOrder.by(label.length, i -> p[i][level]);
    double positive = rows(level);
    double below = 0;
    double sum = 0;
    for (int a = 0; a < order.length; ) {
      double tiedPositive = 0;
      double tied = 0;
      int b = a;
      for (; b < order.length && p[order[b]][level] == p[order[a]][level]; b++) {
        boolean positiveRow = label[order[b]] == level;
        tiedPositive += positiveRow ? weight[order[b]] : 0;
        tied += positiveRow ? 0 : weight[order[b]];
      }
      sum += tiedPositive * (below + tied / 2);
      below += tied;
      a = b;
    }
    return sum / (positive * (total - positive));
  }

  /**
   * A point of a curve over thresholds.
   *
   * @param threshold rows with at least this probability are predicted as the class
   * @param recall fraction of the class's rows that are found
   * @param falseAlarms false positive rate
   * @param precision fraction of the rows predicted as the class that belong to it
   */
  public record Point(double threshold, double recall, double falseAlarms, double precision) {}

  /** The ROC and the precision–recall curve of a class, from the highest threshold down. */
  public List<Point> curve(int level) {
    int[] order = SortOrder.by(label.length, i -> p[i][level]);
    double positive = rows(level);
    double hits = 0;
    double alarms = 0;
    List<Point> out = new ArrayList<>();
    out.add(new Point(Double.POSITIVE_INFINITY, 0, 0, 1));
    for (int a = order.length - 1; a >= 0; a--) {
      int i = order[a];
      hits += label[i] == level ? weight[i] : 0;
      alarms += label[i] == level ? 0 : weight[i];
      if (a == 0 || p[order[a - 1]][level] != p[i][level]) {
        out.add(
            new Point(
                p[i][level], hits / positive, alarms / (total - positive), hits / (hits + alarms)));
      }
    }
    return out;
  }

  /**
   * Rows of similar probability.
   *
   * @param probability their mean probability
   * @param fraction fraction of them in the class
   * @param rows their total weight
   */
  public record Bin(double probability, double fraction, double rows) {}

  /** Rows by the probability of a class, in bins of equal width without empty ones. */
  public List<Bin> calibration(int level, int bins) {
    return bins(i -> p[i][level], i -> label[i] == level ? 1 : 0, bins);
  }

  private List<Bin> bins(IntToDoubleFunction probability, IntToDoubleFunction hit, int bins) {
    double[] sum = new double[bins];
    double[] hits = new double[bins];
    double[] rows = new double[bins];
    for (int i = 0; i < label.length; i++) {
      int b = (int) Math.min(bins - 1, Math.floor(probability.applyAsDouble(i) * bins));
      sum[b] += weight[i] * probability.applyAsDouble(i);
      hits[b] += weight[i] * hit.applyAsDouble(i);
      rows[b] += weight[i];
    }
    List<Bin> out = new ArrayList<>();
    for (int b = 0; b < bins; b++) {
      if (rows[b] > 0) {
        out.add(new Bin(sum[b] / rows[b], hits[b] / rows[b], rows[b]));
      }
    }
    return out;
  }

  /** Expected calibration error over 15 bins, of the second or the most probable class. */
  public double calibrationError() {
    List<Bin> bins =
        levels == 2
            ? calibration(1, BINS)
            : bins(i -> p[i][predicted(i)], i -> predicted(i) == label[i] ? 1 : 0, BINS);
    return bins.stream().mapToDouble(b -> b.rows * Math.abs(b.probability - b.fraction)).sum()
        / total;
  }
}
