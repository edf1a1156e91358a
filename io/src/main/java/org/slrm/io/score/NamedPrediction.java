package org.slrm.io.score;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.result.Prediction;

/**
 * The prediction of one target of one row, by name.
 *
 * <pre>{@code
 * for (NamedPrediction p : named.predict(batch, PredictOptions.DEFAULT.explain(3))) {
 *   System.out.println(p.target() + " " + p.mean() + ": " + p.explanation().contributions());
 * }
 * }</pre>
 *
 * @param row the row's number, from 1
 * @param target the target's name
 * @param mean the prediction; NaN for classes
 * @param standardError its standard error; NaN for classes
 * @param lower lower end of the interval; NaN for classes
 * @param upper upper end of the interval; NaN for classes
 * @param median the median; NaN for classes
 * @param observed number of observed columns of the row
 * @param answered false where a gated method did not predict the row
 * @param classes the class probabilities; null for a numeric target
 * @param explanation largest contributions, if requested
 * @param measurements suggested measurements, if requested
 * @param quantiles the requested quantiles, NaN for classes
 * @param flags flags of the row
 */
public record NamedPrediction(
    long row,
    String target,
    double mean,
    double standardError,
    double lower,
    double upper,
    double median,
    int observed,
    boolean answered,
    @Nullable Classes classes,
    Explanation explanation,
    List<Measurement> measurements,
    List<Double> quantiles,
    Set<Prediction.Flag> flags) {
  public NamedPrediction {
    measurements = List.copyOf(measurements);
    quantiles = List.copyOf(quantiles);
  }

  /** A prediction without quantiles, contributions and suggestions. */
  public NamedPrediction(
      long row,
      String target,
      double mean,
      double standardError,
      double lower,
      double upper,
      double median,
      int observed,
      boolean answered,
      @Nullable Classes classes,
      Set<Prediction.Flag> flags) {
    this(
        row,
        target,
        mean,
        standardError,
        lower,
        upper,
        median,
        observed,
        answered,
        classes,
        Explanation.NONE,
        List.of(),
        List.of(),
        flags);
  }

  /**
   * A prediction without contributions and suggestions.
   *
   * @param levels names of the target's classes; empty for a numeric target
   * @param observed number of observed columns of the row
   * @param coverage of interval or set
   */
  public static NamedPrediction of(
      long row, String target, List<String> levels, Prediction p, int observed, double coverage) {
    Prediction.Interval range = p.interval(coverage);
    boolean numeric = p.levels() == 0;
    return new NamedPrediction(
        row,
        target,
        numeric ? p.mean() : Double.NaN,
        p.standardError(),
        range.low(),
        range.high(),
        p.median(),
        observed,
        p.answered(),
        numeric ? null : Classes.of(levels, p, coverage),
        p.flags());
  }

  /** The codes of the flags joined by {@code ;}; empty if there are none. */
  public String flagCodes() {
    return flags.stream().map(Prediction.Flag::code).collect(Collectors.joining(";"));
  }

  /** This prediction with NaN instead of numbers, for a model that was not fitted to any row. */
  public NamedPrediction unknown() {
    double nan = Double.NaN;
    Classes none = classes == null ? null : new Classes("", nan, List.of());
    return new NamedPrediction(
        row, target, nan, nan, nan, nan, nan, observed, answered, none, flags);
  }

  /**
   * The predicted class distribution of a target.
   *
   * @param level the predicted class; empty if unknown
   * @param probability its probability
   * @param probabilities every class of the target in its order
   */
  public record Classes(String level, double probability, List<ClassProbability> probabilities) {
    public Classes {
      probabilities = List.copyOf(probabilities);
    }

    /** A distribution with the position of the predicted class. */
    public static Classes of(int predicted, List<ClassProbability> probabilities) {
      ClassProbability p = probabilities.get(predicted);
      return new Classes(p.level, p.probability, probabilities);
    }

    private static Classes of(List<String> levels, Prediction p, double coverage) {
      return of(
          (int) p.mean(),
          IntStream.range(0, Math.min(levels.size(), p.levels()))
              .mapToObj(
                  k -> new ClassProbability(levels.get(k), p.probability(k), p.inSet(k, coverage)))
              .toList());
    }

    /** The classes of the prediction set, which has the requested coverage. */
    public List<String> set() {
      return probabilities.stream()
          .filter(ClassProbability::inSet)
          .map(ClassProbability::level)
          .toList();
    }
  }

  /**
   * The probability of one class.
   *
   * @param level the name of the class
   * @param probability its probability
   * @param inSet whether it is in the prediction set
   */
  public record ClassProbability(String level, double probability, boolean inSet) {}

  /**
   * Contributions to a prediction. Baseline and contributions sum to the prediction on the link
   * scale: the logarithm for counts and positive amounts, the log-odds of the predicted class.
   *
   * @param baseline the prediction of a row with this missingness pattern and nothing observed; NaN
   *     if not requested
   * @param contributions the largest first, none that is zero
   */
  public record Explanation(double baseline, List<Contribution> contributions) {
    /** No contributions. */
    public static final Explanation NONE = new Explanation(Double.NaN, List.of());

    public Explanation {
      contributions = List.copyOf(contributions);
    }
  }

  /**
   * The contribution of an observed column; of a categorical column, the sum over its indicators.
   *
   * @param column the column's name
   * @param amount the contribution on the link scale of {@link Explanation}
   * @param probability contribution to the probability of the predicted class; NaN for a numeric
   *     target
   */
  public record Contribution(String column, double amount, double probability) {
    /** Adds the contribution of another feature of the column. */
    Contribution plus(Contribution other) {
      return new Contribution(column, amount + other.amount, probability + other.probability);
    }
  }

  /**
   * A missing column that is worth measuring.
   *
   * @param column its name
   * @param varianceReduction expected reduction by measuring the column: of a numeric target, as a
   *     fraction of the prediction's variance (its squared standard error); of a classification
   *     target, the reduction of the log loss. For a categorical column, of its best level
   */
  public record Measurement(String column, double varianceReduction) {}
}
