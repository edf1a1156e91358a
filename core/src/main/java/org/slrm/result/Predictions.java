package org.slrm.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of many rows. In arrays, entry (row, target) is at {@code row * targets + target}.
 *
 * <pre>{@code
 * Predictions p = model.predict(x, 0.9, 2);   // 90 % intervals, two threads
 * double first = p.mean(0, 0);
 * }</pre>
 */
public final class Predictions {
  private final int targets;
  private final double[] mean;
  private final double[] standardError;
  private final double[] lower;
  private final double[] upper;
  private final double[] median;
  private final double[] quantiles;
  private final double[] probability;
  private final ClassProbabilities probabilities;
  private final double[][] leastProbability;
  private final boolean[] answered;
  private final int[] observed;
  private final List<Set<Prediction.Flag>> flags;

  private Predictions(int rows, int[] levels, double[][] leastProbability, double[] probability) {
    this.targets = levels.length;
    this.probability = probability.clone();
    quantiles = new double[rows * targets * probability.length];
    this.leastProbability = leastProbability;
    probabilities = new ClassProbabilities(rows, levels);
    median = new double[rows * targets];
    mean = new double[rows * targets];
    standardError = new double[rows * targets];
    lower = new double[rows * targets];
    upper = new double[rows * targets];
    answered = new boolean[rows];
    observed = new int[rows];
    flags = new ArrayList<>(Collections.nCopies(rows, Set.of()));
  }

  /** A builder for this number of rows and targets. */
  public static Builder builder(int rows, int targets) {
    return builder(rows, new int[targets], new double[targets][]);
  }

  /** A builder for targets of some classes, 0 for a number, and least probabilities of sets. */
  public static Builder builder(int rows, int[] levels, double[][] leastProbability) {
    return builder(rows, levels, leastProbability, new double[0]);
  }

  /** With quantiles of the given probabilities. */
  public static Builder builder(
      int rows, int[] levels, double[][] leastProbability, double[] probability) {
    return new Builder(new Predictions(rows, levels, leastProbability, probability));
  }

  /**
   * Builds predictions; several threads may store rows, each row by one thread.
   *
   * <pre>{@code
   * Predictions.Builder out = Predictions.builder(1, 1);
   * out.row(0, 3, true);
   * out.predict(0, 0, 2.5, 0.1, 1.64);
   * Predictions p = out.build();
   * }</pre>
   */
  public static final class Builder {
    private @Nullable Predictions open;

    private Builder(Predictions open) {
      this.open = open;
    }

    /** Stores the properties of a row. */
    public void row(int row, int known, boolean answered) {
      Predictions out = open();
      out.observed[row] = known;
      out.answered[row] = answered;
    }

    /** With flags. */
    public void row(int row, int known, boolean answered, EnumSet<Prediction.Flag> flags) {
      row(row, known, answered);
      if (!flags.isEmpty()) {
        open().flags.set(row, Collections.unmodifiableSet(flags));
      }
    }

    /** Stores a prediction with an interval of this many standard errors on each side. */
    public void predict(int row, int target, double mean, double error, double factor) {
      predict(row, target, mean, error);
      interval(row, target, mean, mean - factor * error, mean + factor * error);
    }

    /** Stores a prediction and its standard error. */
    public void predict(int row, int target, double mean, double error) {
      Predictions out = open();
      int k = row * out.targets + target;
      out.mean[k] = mean;
      out.standardError[k] = error;
    }

    /** Stores a median and an interval. */
    public void interval(int row, int target, double median, double lower, double upper) {
      Predictions out = open();
      int k = row * out.targets + target;
      out.median[k] = median;
      out.lower[k] = lower;
      out.upper[k] = upper;
    }

    /** Stores the k-th quantile. */
    public void quantile(int row, int target, int k, double value) {
      Predictions out = open();
      out.quantiles[(row * out.targets + target) * out.probability.length + k] = value;
    }

    /** Stores class probabilities; the most probable class is the prediction. */
    public void classes(int row, int target, double[] probabilities) {
      open().probabilities.set(row, target, probabilities);
      predict(row, target, ClassProbabilities.mostProbable(probabilities), Double.NaN);
      interval(row, target, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The finished predictions. */
    public Predictions build() {
      Predictions out = open();
      open = null;
      return out;
    }

    private Predictions open() {
      if (open == null) {
        throw new IllegalStateException("predictions are built already");
      }
      return open;
    }
  }

  /** Number of rows. */
  public int rows() {
    return observed.length;
  }

  /** Number of targets. */
  public int targets() {
    return targets;
  }

  /** Probabilities of the classes of targets that have them. */
  public ClassProbabilities probabilities() {
    return probabilities;
  }

  /** Whether a class is in the prediction set; the most probable one always is. */
  public boolean inSet(int row, int target, int level) {
    return level == mean(row, target)
        || probabilities.of(row, target, level) >= leastProbability[target][level];
  }

  /** The probabilities of the requested quantiles, a copy. */
  public double[] quantileProbabilities() {
    return probability.clone();
  }

  /** The k-th of these quantiles, of a row and target; NaN for classes. */
  public double quantile(int row, int target, int k) {
    return quantiles[(row * targets + target) * probability.length + k];
  }

  /** The median, of a row and target; NaN for classes. */
  public double median(int row, int target) {
    return median[row * targets + target];
  }

  /** The predicted labels, a copy; for classes the number of the most probable one. */
  public double[] mean() {
    return mean.clone();
  }

  /** The predicted label, of a row and target. */
  public double mean(int row, int target) {
    return mean[row * targets + target];
  }

  /** Their standard errors, a copy. */
  public double[] standardError() {
    return standardError.clone();
  }

  /** Its standard error, of a row and target. */
  public double standardError(int row, int target) {
    return standardError[row * targets + target];
  }

  /** Lower ends of the intervals, a copy. */
  public double[] lower() {
    return lower.clone();
  }

  /** The lower end of its interval, of a row and target. */
  public double lower(int row, int target) {
    return lower[row * targets + target];
  }

  /** Upper ends of the intervals, a copy. */
  public double[] upper() {
    return upper.clone();
  }

  /** The upper end of its interval, of a row and target. */
  public double upper(int row, int target) {
    return upper[row * targets + target];
  }

  /** Whether the method predicted each row, a copy. */
  public boolean[] answered() {
    return answered.clone();
  }

  /** Whether the method predicted a row. */
  public boolean answered(int row) {
    return answered[row];
  }

  /** Flags of a row; empty for most rows. */
  public Set<Prediction.Flag> flags(int row) {
    return flags.get(row);
  }

  /** Number of observed entries, by row, a copy. */
  public int[] observed() {
    return observed.clone();
  }

  /** Number of observed entries of a row. */
  public int observed(int row) {
    return observed[row];
  }
}
