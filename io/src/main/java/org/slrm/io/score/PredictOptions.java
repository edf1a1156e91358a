package org.slrm.io.score;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Options of {@link NamedModel#predict}.
 *
 * <pre>{@code
 * PredictOptions options = PredictOptions.DEFAULT.level(0.95).explain(3).suggest(2);
 * }</pre>
 *
 * @param level coverage of the intervals and sets, above 0 and below 1
 * @param side which ends the intervals have
 * @param explain number of contributions, the largest ones, 0 for none
 * @param suggest number of suggested measurements, 0 for none
 * @param threads number of threads
 * @param costs misclassification costs by class name, 1 by default: the predicted class has the
 *     largest product of cost and probability
 * @param quantiles probabilities of the requested quantiles, each above 0 and below 1
 * @param panels groups of columns that are measured together: suggestions rank them by variance
 *     reduction per unit cost
 */
public record PredictOptions(
    double level,
    Side side,
    int explain,
    int suggest,
    int threads,
    Map<String, Double> costs,
    List<Double> quantiles,
    List<Panel> panels) {
  /** Predictions with 90 % intervals, on all processors. */
  public static final PredictOptions DEFAULT =
      new PredictOptions(
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
    /** Both bounds: an equal-tailed interval, if errors are symmetric. */
    BOTH,
    /** The lower bound alone: the label is at least this in the given fraction of rows. */
    LOWER,
    /** The upper bound alone: the label is at most this in the given fraction of rows. */
    UPPER
  }

  public PredictOptions {
    fraction("level", level);
    quantiles = List.copyOf(quantiles);
    panels = List.copyOf(panels);
    quantiles.forEach(p -> fraction("quantile", p));
    Checks.atLeast("explain", explain, 0);
    Checks.atLeast("suggest", suggest, 0);
    Checks.atLeast("threads", threads, 1);
    costs = Collections.unmodifiableMap(new LinkedHashMap<>(costs));
    costs.forEach((name, cost) -> Checks.positive("cost of " + name, cost));
  }

  private static void fraction(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and below 1, got " + value);
    }
  }

  /** These options with another coverage. */
  public PredictOptions level(double value) {
    return new PredictOptions(value, side, explain, suggest, threads, costs, quantiles, panels);
  }

  /** These options with other interval bounds. */
  public PredictOptions side(Side value) {
    return new PredictOptions(level, value, explain, suggest, threads, costs, quantiles, panels);
  }

  /** These options with a number of contributions. */
  public PredictOptions explain(int count) {
    return new PredictOptions(level, side, count, suggest, threads, costs, quantiles, panels);
  }

  /** These options with a number of suggestions. */
  public PredictOptions suggest(int count) {
    return new PredictOptions(level, side, explain, count, threads, costs, quantiles, panels);
  }

  /** These options with a number of threads. */
  public PredictOptions threads(int count) {
    return new PredictOptions(level, side, explain, suggest, count, costs, quantiles, panels);
  }

  /** These options with misclassification costs. */
  public PredictOptions costs(Map<String, Double> value) {
    return new PredictOptions(level, side, explain, suggest, threads, value, quantiles, panels);
  }

  /** These options with quantiles of these probabilities. */
  public PredictOptions quantiles(List<Double> value) {
    return new PredictOptions(level, side, explain, suggest, threads, costs, value, panels);
  }

  /** These options with panels for the suggestions. */
  public PredictOptions panels(List<Panel> value) {
    return new PredictOptions(level, side, explain, suggest, threads, costs, quantiles, value);
  }
}
