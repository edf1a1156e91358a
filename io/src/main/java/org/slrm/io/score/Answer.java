package org.slrm.io.score;

import java.util.List;
import org.slrm.result.Prediction;

/**
 * What a model says of one target of one row, with names.
 *
 * <pre>{@code
 * for (Answer a : named.predict(batch, Question.DEFAULT.explain(3))) {
 *   System.out.println(a.target() + " " + a.mean() + " because of " + a.reasons().contributions());
 * }
 * }</pre>
 *
 * @param row the row's number, from 1
 * @param target the target's name
 * @param mean the prediction
 * @param standardError its standard error
 * @param lower lower end of the interval
 * @param upper upper end of the interval
 * @param observed known features of the row
 * @param answered false where a gated method refused
 * @param reasons what moved the prediction, as many as asked for
 * @param measurements missing columns most worth measuring, as many as asked for
 */
public record Answer(
    long row,
    String target,
    double mean,
    double standardError,
    double lower,
    double upper,
    int observed,
    boolean answered,
    Reasons reasons,
    List<Measurement> measurements) {
  /** Copies the list. */
  public Answer {
    measurements = List.copyOf(measurements);
  }

  /** An answer without reasons and suggestions. */
  public static Answer of(long row, String target, Prediction p, double level) {
    Prediction.Interval range = p.interval(level);
    return new Answer(
        row,
        target,
        p.mean(),
        p.standardError(),
        range.low(),
        range.high(),
        p.observed(),
        p.answered(),
        Reasons.NONE,
        List.of());
  }

  /** The same without numbers, for a model that has not learned anything yet. */
  public Answer unknown() {
    double nan = Double.NaN;
    return new Answer(row, target, nan, nan, nan, nan, observed, answered, Reasons.NONE, List.of());
  }

  /**
   * What moved a prediction: the baseline and all contributions add up to it.
   *
   * @param baseline the prediction when nothing is known but which features are missing; NaN if
   *     nobody asked
   * @param contributions the largest first, none that is zero
   */
  public record Reasons(double baseline, List<Contribution> contributions) {
    /** Where nobody asked. */
    public static final Reasons NONE = new Reasons(Double.NaN, List.of());

    /** Copies the list. */
    public Reasons {
      contributions = List.copyOf(contributions);
    }
  }

  /**
   * What a known feature adds to a prediction.
   *
   * @param feature the feature's name: the column's, or {@code column=level} of a category
   * @param column the column's name; what its features add may be added up
   * @param amount in units of the target
   */
  public record Contribution(String feature, String column, double amount) {}

  /**
   * A missing column worth measuring.
   *
   * @param column its name
   * @param varianceReduction by how much knowing it should lower the variance of the prediction; of
   *     a category, knowing its most telling level
   */
  public record Measurement(String column, double varianceReduction) {}
}
