package org.slrm.io.score;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slrm.SlrmModel;
import org.slrm.method.LabelKind;
import org.slrm.result.ModelState;

/**
 * The distribution and calibration of a model's target, for reports.
 *
 * <pre>{@code
 * LabelParameters facts = LabelParameters.of(model, 0);
 * System.out.println(facts.shape() + ", probabilities put right by " + facts.calibration());
 * }</pre>
 *
 * @param kind what the target is
 * @param shape the distribution of its labels in words
 * @param calibration how log-odds of classes are put right: none, temperature, isotonic; several
 *     where the questions that tell classes apart differ; empty for a number
 * @param numbers what shapes the distribution: of counts the size r of their scatter, none for
 *     Poisson; of robust labels the degrees of freedom and the scale of their noise, in units of
 *     the target
 * @param unit what a unit that a model's members know of is in units of the target: 1 but for
 *     robust labels
 */
public record LabelParameters(
    LabelKind kind, String shape, String calibration, List<Double> numbers, double unit) {
  /** The facts of a target. */
  public static LabelParameters of(SlrmModel model, int target) {
    LabelKind kind = model.labelKind(target);
    boolean classes = kind == LabelKind.CLASSES;
    double[] shape = LabelScore.shape(model, target);
    double unit = kind == LabelKind.ROBUST ? unit(model, target) : 1;
    return new LabelParameters(
        kind,
        shape(kind, shape, model.levels(target)),
        classes ? maps(model, target) : "",
        kind == LabelKind.ROBUST
            ? List.of(shape[0], unit * Math.sqrt(shape[1]))
            : Arrays.stream(shape).boxed().toList(),
        unit);
  }

  private static double unit(SlrmModel model, int target) {
    return model.state().values().get("labels") instanceof List<?> all
            && all.get(target) instanceof Map<?, ?> label
            && label.get("scale") instanceof Number scale
        ? scale.doubleValue()
        : 1;
  }

  private static String shape(LabelKind kind, double[] shape, int levels) {
    return switch (kind) {
      case NUMERIC -> "Gaussian noise";
      case ROBUST ->
          "noise with heavy tails: Student's t with " + rounded(shape[0]) + " degrees of freedom";
      case CLASSES -> levels + " classes";
      case COUNTS ->
          shape.length == 0
              ? "Poisson: the variance is the mean μ"
              : "negative binomial: the variance is μ + μ²/" + rounded(shape[0]);
      case POSITIVE -> "log-normal: the logarithm has Gaussian noise";
    };
  }

  private static String rounded(double value) {
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(3))
        .stripTrailingZeros()
        .toPlainString();
  }

  /**
   * The first of the columns by which members know a target: a number has one, classes have one
   * question less than they are.
   */
  public static int firstColumn(SlrmModel model, int target) {
    int first = 0;
    for (int t = 0; t < target; t++) {
      first += Math.max(1, model.levels(t) - 1);
    }
    return first;
  }

  /** Several classes are distinguished by one question less, each with a map of its own. */
  private static String maps(SlrmModel model, int target) {
    int first = firstColumn(model, target);
    ModelState state = model.state();
    Set<String> out = new LinkedHashSet<>();
    for (int c = first; c < first + model.levels(target) - 1; c++) {
      boolean straight = state.arrays().containsKey("map_" + c + "_line");
      boolean knots = state.arrays().containsKey("map_" + c + "_from");
      out.add(knots ? "isotonic" : straight ? "temperature" : "none");
    }
    return String.join(", ", out);
  }
}
