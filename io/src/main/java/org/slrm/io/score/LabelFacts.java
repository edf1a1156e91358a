package org.slrm.io.score;

import java.util.LinkedHashSet;
import java.util.Set;
import org.slrm.SlrmModel;
import org.slrm.method.LabelKind;
import org.slrm.result.ModelState;

/**
 * What a model's label is made of, for people.
 *
 * <pre>{@code
 * LabelFacts facts = LabelFacts.of(model, 0);
 * System.out.println(facts.shape() + ", probabilities put right by " + facts.calibration());
 * }</pre>
 *
 * @param kind what the target is
 * @param shape the distribution of its labels in words
 * @param calibration how log-odds of classes are put right: none, temperature, isotonic; several
 *     where the questions that tell classes apart differ; empty for a number
 */
public record LabelFacts(LabelKind kind, String shape, String calibration) {
  /** The facts of a target. */
  public static LabelFacts of(SlrmModel model, int target) {
    LabelKind kind = model.labelKind(target);
    boolean classes = kind == LabelKind.CLASSES;
    return new LabelFacts(
        kind,
        shape(kind, LabelScore.shape(model, target), model.levels(target)),
        classes ? maps(model, target) : "");
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

  /** Several classes are told apart by one question less, each with a map of its own. */
  private static String maps(SlrmModel model, int target) {
    int first = 0;
    for (int t = 0; t < target; t++) {
      first += Math.max(1, model.levels(t) - 1);
    }
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
