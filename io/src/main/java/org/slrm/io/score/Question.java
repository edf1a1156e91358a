package org.slrm.io.score;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Options of a prediction by name.
 *
 * <pre>{@code
 * Question q = Question.DEFAULT.level(0.95).explain(3).suggest(2);
 * }</pre>
 *
 * @param level coverage of the intervals and sets, above 0 and below 1
 * @param side which ends the intervals have
 * @param explain how many of the largest contributions, 0 for none
 * @param suggest how many missing columns worth measuring, 0 for none
 * @param threads how many threads predict
 * @param costs misclassification costs by class name, 1 by default: the predicted class has the
 *     largest product of cost and probability
 * @param quantiles probabilities of the requested quantiles, each above 0 and below 1
 * @param panels columns that are measured together: suggestions rank them by variance reduction per
 *     cost
 */
public record Question(
    double level,
    Side side,
    int explain,
    int suggest,
    int threads,
    Map<String, Double> costs,
    List<Double> quantiles,
    List<Panel> panels) {
  /** Predictions with 90 % intervals, on all processors. */
  public static final Question DEFAULT =
      new Question(
          0.9,
          Side.BOTH,
          0,
          0,
          Runtime.getRuntime().availableProcessors(),
          Map.of(),
          List.of(),
          List.of());

  /** The bounds of an interval. */
  public enum Side {
    /** Both bounds: equally many labels are beyond each, if errors are symmetric. */
    BOTH,
    /** The lower bound alone: the label is at least this in the given fraction of rows. */
    LOWER,
    /** The upper bound alone: the label is at most this. */
    UPPER
  }

  /** Checks the numbers. */
  public Question {
    share("level", level);
    quantiles = List.copyOf(quantiles);
    panels = List.copyOf(panels);
    quantiles.forEach(p -> share("quantile", p));
    Checks.atLeast("explain", explain, 0);
    Checks.atLeast("suggest", suggest, 0);
    Checks.atLeast("threads", threads, 1);
    costs = Collections.unmodifiableMap(new LinkedHashMap<>(costs));
    costs.forEach((name, cost) -> Checks.positive("cost of " + name, cost));
  }

  private static void share(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and below 1, got " + value);
    }
  }

  /** The same with another coverage. */
  public Question level(double value) {
    return new Question(value, side, explain, suggest, threads, costs, quantiles, panels);
  }

  /** The same with other bounds. */
  public Question side(Side value) {
    return new Question(level, value, explain, suggest, threads, costs, quantiles, panels);
  }

  /** The same with that many contributions. */
  public Question explain(int count) {
    return new Question(level, side, count, suggest, threads, costs, quantiles, panels);
  }

  /** The same with that many suggestions. */
  public Question suggest(int count) {
    return new Question(level, side, explain, count, threads, costs, quantiles, panels);
  }

  /** The same on that many threads. */
  public Question threads(int count) {
    return new Question(level, side, explain, suggest, count, costs, quantiles, panels);
  }

  /** The same with these misclassification costs. */
  public Question costs(Map<String, Double> value) {
    return new Question(level, side, explain, suggest, threads, value, quantiles, panels);
  }

  /** The same with quantiles of these probabilities. */
  public Question quantiles(List<Double> value) {
    return new Question(level, side, explain, suggest, threads, costs, value, panels);
  }

  /** The same with panels among the suggestions. */
  public Question panels(List<Panel> value) {
    return new Question(level, side, explain, suggest, threads, costs, quantiles, value);
  }
}
