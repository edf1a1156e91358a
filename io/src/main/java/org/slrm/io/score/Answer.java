package org.slrm.io.score;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.result.Prediction;

/**
 * The prediction of one target of one row, by name.
 *
 * <pre>{@code
 * for (Answer a : named.predict(batch, Question.DEFAULT.explain(3))) {
 *   System.out.println(a.target() + " " + a.mean() + " because of " + a.reasons().contributions());
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
 * @param observed known columns of the row @param answered false where a gated method refused
 * @param classes the classes of the target, null for a number
 * @param reasons the largest contributions, if requested
 * @param measurements suggested measurements, if requested
 * @param quantiles the requested quantiles, NaN for classes
 * @param flags flags of the row
 */
public record Answer(
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
    Reasons reasons,
    List<Measurement> measurements,
    List<Double> quantiles,
    Set<Prediction.Flag> flags) {
  /** Copies the lists. */
  public Answer {
    measurements = List.copyOf(measurements);
    quantiles = List.copyOf(quantiles);
  }

  /** An answer without quantiles, contributions and suggestions. */
  public Answer(
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
        Reasons.NONE,
        List.of(),
        List.of(),
        flags);
  }

  /**
   * An answer without contributions and suggestions.
   *
   * @param levels names of the target's classes, none for a number
   * @param observed known columns of the row
   * @param coverage of interval or set
   */
  public static Answer of(
      long row, String target, List<String> levels, Prediction p, int observed, double coverage) {
    Prediction.Interval range = p.interval(coverage);
    boolean number = p.levels() == 0;
    return new Answer(
        row,
        target,
        number ? p.mean() : Double.NaN,
        p.standardError(),
        range.low(),
        range.high(),
        p.median(),
        observed,
        p.answered(),
        number ? null : Classes.of(levels, p, coverage),
        p.flags());
  }

  /** The codes of the flags joined by {@code ;}, empty without flags. */
  public String flagCodes() {
    return flags.stream().map(Prediction.Flag::code).collect(Collectors.joining(";"));
  }

  /** The same without numbers, for a model that has not learned anything yet. */
  public Answer unknown() {
    double nan = Double.NaN;
    Classes none = classes == null ? null : new Classes("", nan, List.of());
    return new Answer(row, target, nan, nan, nan, nan, nan, observed, answered, none, flags);
  }

  /**
   * The predicted class distribution of a target.
   *
   * @param level the predicted class; empty if unknown
   * @param probability its probability
   * @param shares every class of the target in its order
   */
  public record Classes(String level, double probability, List<Share> shares) {
    /** Copies the list. */
    public Classes {
      shares = List.copyOf(shares);
    }

    static Classes of(List<String> levels, Prediction p, double coverage) {
      List<Share> shares = new ArrayList<>();
      for (int k = 0; k < Math.min(levels.size(), p.levels()); k++) {
        shares.add(new Share(levels.get(k), p.probability(k), p.inSet(k, coverage)));
      }
      Share predicted = shares.get((int) p.mean());
      return new Classes(predicted.level, predicted.probability, shares);
    }

    /** The classes of the prediction set, which has the requested coverage. */
    public List<String> set() {
      return shares.stream().filter(Share::inSet).map(Share::level).toList();
    }
  }

  /**
   * One class.
   *
   * @param level its name
   * @param probability its probability
   * @param inSet whether it is in the prediction set
   */
  public record Share(String level, double probability, boolean inSet) {}

  /**
   * Contributions to a prediction. Baseline and contributions add up to it, for counts and positive
   * amounts to its logarithm, for classes to the log-odds of the predicted one.
   *
   * @param baseline the prediction of a row with this missingness pattern and nothing observed; NaN
   *     if not requested
   * @param contributions the largest first, none that is zero
   */
  public record Reasons(double baseline, List<Contribution> contributions) {
    /** Without contributions. */
    public static final Reasons NONE = new Reasons(Double.NaN, List.of());

    /** Copies the list. */
    public Reasons {
      contributions = List.copyOf(contributions);
    }
  }

  /**
   * The contribution of a known column; of a category, all its indicators together.
   *
   * @param feature the column's name
   * @param column the column's name
   * @param amount in units of the target; see {@link Reasons} for other labels than plain numbers
   * @param probability contribution to the probability of the predicted class; NaN for a number
   */
  public record Contribution(String feature, String column, double amount, double probability) {
    /** Adds the contribution of another feature of the column. */
    Contribution plus(Contribution other) {
      return new Contribution(
          feature, column, amount + other.amount, probability + other.probability);
    }
  }

  /**
   * A missing column that is worth measuring.
   *
   * @param column its name
   * @param varianceReduction expected reduction by knowing the column: a fraction of the
   *     prediction's variance (its squared standard error), for classes of the log loss; for a
   *     category by its most informative level
   */
  public record Measurement(String column, double varianceReduction) {}
}
