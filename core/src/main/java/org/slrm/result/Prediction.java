package org.slrm.result;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/**
 * The prediction of one target of one row.
 *
 * <pre>{@code
 * Prediction p = model.predict(row);
 * p.mean();  p.standardError();  p.interval(0.9).low();
 * }</pre>
 */
public final class Prediction {
  private final double mean;
  private final double standardError;
  private final boolean answered;
  private final int observed;
  private final Set<Flag> flags;
  private final Calibration calibration;
  private final DoubleUnaryOperator quantile;
  private final double[] probabilities;

  private Prediction(
      double mean,
      double standardError,
      DoubleUnaryOperator quantile,
      double[] probabilities,
      Calibration calibration,
      Row row) {
    this.mean = mean;
    this.standardError = standardError;
    this.answered = row.answered;
    this.observed = row.observed;
    this.flags = row.flags;
    this.calibration = calibration;
    this.quantile = quantile;
    this.probabilities = probabilities;
  }

  /** A number with a symmetric error. */
  public Prediction(
      double mean, double standardError, boolean answered, int observed, Calibration calibration) {
    this(
        mean,
        standardError,
        z -> mean + z * standardError,
        new double[0],
        calibration,
        new Row(observed, answered));
  }

  /**
   * Properties of a row.
   *
   * @param observed number of observed entries
   * @param answered whether the method predicted it
   * @param flags its flags
   */
  public record Row(int observed, boolean answered, Set<Flag> flags) {
    /** Copies the set. */
    public Row {
      flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
    }

    /** A row without flags. */
    public Row(int observed, boolean answered) {
      this(observed, answered, Set.of());
    }
  }

  /** A flag of an unusual row, whose interval is wider. */
  public enum Flag {
    /**
     * An entry is beyond the training range by more than its width: clamped, or treated as missing
     * beyond three times its width. Or the prediction is beyond the range of the training labels
     * widened by half, and limited to that.
     */
    OUT_OF_RANGE,
    /** Far more entries are known than in training rows: predicted by the mean over subsets. */
    THINNED,
    /** A category has an unseen level: predicted by the average over levels. */
    UNSEEN_LEVEL,
    /** Fewer than half of the entries are known that 99 % of training rows had. */
    FEW_OBSERVED;

    /** Its name in files and JSON, such as {@code out_of_range}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A numeric prediction; {@code quantile} maps normal quantiles to its own. */
  public static Prediction ofNumber(
      double mean,
      double standardError,
      DoubleUnaryOperator quantile,
      Calibration calibration,
      Row row) {
    return new Prediction(mean, standardError, quantile, new double[0], calibration, row);
  }

  /** A prediction of classes. */
  public static Prediction ofClasses(double[] probabilities, Calibration calibration, Row row) {
    int level = ClassProbabilities.mostProbable(probabilities);
    return new Prediction(
        level, Double.NaN, z -> Double.NaN, probabilities.clone(), calibration, row);
  }

  /** Number of classes, 0 for a number. */
  public int levels() {
    return probabilities.length;
  }

  /** Probability of a class. */
  public double probability(int level) {
    return probabilities[level];
  }

  /** Whether a class is in the prediction set of a coverage; the most probable one always is. */
  public boolean inSet(int level, double coverage) {
    return level == mean || probabilities[level] >= calibration.leastProbability(level, coverage);
  }

  /**
   * The calibrated quantile of the given probability; NaN for classes. It is also a one-sided
   * bound: with 0.9 the label is at most this in nine rows of ten.
   */
  public double quantile(double probability) {
    return quantile.applyAsDouble(calibration.quantile(probability));
  }

  /** The median of the predictive distribution; NaN for classes. */
  public double median() {
    return quantile.applyAsDouble(0);
  }

  /** The predicted label; for classes the number of the most probable one. */
  public double mean() {
    return mean;
  }

  /** Standard error of the label around the prediction, before calibration; NaN for classes. */
  public double standardError() {
    return standardError;
  }

  /**
   * Whether the method predicted the row; a gated method that refuses a row predicts the intercept.
   */
  public boolean answered() {
    return answered;
  }

  /** Number of observed entries of the row. */
  public int observed() {
    return observed;
  }

  /** Flags of the row; empty for most rows. */
  public Set<Flag> flags() {
    return flags;
  }

  /** The calibrated interval of the given coverage. */
  public Interval interval(double level) {
    double factor = calibration.factor(level);
    return new Interval(quantile.applyAsDouble(-factor), quantile.applyAsDouble(factor));
  }

  /**
   * An interval.
   *
   * @param low lower end
   * @param high upper end
   */
  public record Interval(double low, double high) {}

  @Override
  public String toString() {
    return "Prediction[" + mean + " ± " + standardError + (answered ? "]" : ", not answered]");
  }
}
