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
 * PredictionOptions options = PredictionOptions.DEFAULT.level(0.95).explain(3).suggest(2);
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
 * @param panels columns that are measured together: suggestions rank them by variance reduction per
 *     cost
 */
public record PredictionOptions(
    double level,
    Side side,
    int explain,
    int suggest,
    int threads,
    Map<String, Double> costs,
    List<Double> quantiles,
    List<Panel> panels) {
  /** Predictions with 90 % intervals, on all processors. */
  public static final PredictionOptions DEFAULT =
      new PredictionOptions(
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

  public PredictionOptions {
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
  public PredictionOptions level(double value) {
    return new PredictionOptions(value, side, explain, suggest, threads, costs, quantiles, panels);
  }

  /** These options with other interval bounds. */
  public PredictionOptions side(Side value) {
    return new PredictionOptions(level, value, explain, suggest, threads, costs, quantiles, panels);
  }

  /** These options with a number of contributions. */
  public PredictionOptions explain(int count) {
    return new PredictionOptions(level, side, count, suggest, threads, costs, quantiles, panels);
  }

  /** These options with a number of suggestions. */
  public PredictionOptions suggest(int count) {
    return new PredictionOptions(level, side, explain, count, threads, costs, quantiles, panels);
  }

  /** These options with a number of threads. */
  public PredictionOptions threads(int count) {
    return new PredictionOptions(level, side, explain, suggest, count, costs, quantiles, panels);
  }

  /** These options with misclassification costs. */
  public PredictionOptions costs(Map<String, Double> value) {
    return new PredictionOptions(level, side, explain, suggest, threads, value, quantiles, panels);
  }

  /** These options with quantiles of these probabilities. */
  public PredictionOptions quantiles(List<Double> value) {
    return new PredictionOptions(level, side, explain, suggest, threads, costs, value, panels);
  }

  /** These options with panels for the suggestions. */
  public PredictionOptions panels(List<Panel> value) {
    return new PredictionOptions(level, side, explain, suggest, threads, costs, quantiles, value);
  }
}
