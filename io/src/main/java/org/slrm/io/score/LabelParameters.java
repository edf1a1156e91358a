package org.slrm.io.score;

import org.slrm.SlrmModel;
import org.slrm.result.TargetInfo;

/**
 * The distribution of a target's labels and its calibration in words.
 *
 * <pre>{@code
 * LabelParameters p = LabelParameters.of(model, 0);
 * System.out.println(p.shape() + ", probabilities calibrated by " + p.calibration());
 * }</pre>
 *
 * @param target the target
 * @param shape the distribution of its labels in words
 * @param calibration how log-odds of classes are calibrated: none, temperature, isotonic; several
 *     where the columns of the classes differ; empty for a number
 */
public record LabelParameters(TargetInfo target, String shape, String calibration) {
  /** The label parameters of a target. */
  public static LabelParameters of(SlrmModel model, int target) {
    TargetInfo info = model.target(target);
    return new LabelParameters(
        info, shape(info), info.isClassification() ? info.calibration() : "");
  }

  private static String shape(TargetInfo target) {
    if (target.isClassification()) {
      return target.classes() + " classes";
    }
    return switch (target.distribution()) {
      case "numeric" ->
          target.logScale() ? "log-normal: the logarithm has Gaussian noise" : "Gaussian noise";
      case "student" ->
          "noise with heavy tails: Student's t with "
              + rounded(target.shape().get(0))
              + " degrees of freedom";
      case "counts" ->
          target.shape().isEmpty()
              ? "Poisson: the variance is the mean μ"
              : "negative binomial: the variance is μ + μ²/" + rounded(target.shape().get(0));
      default -> target.distribution();
    };
  }

  private static String rounded(double value) {
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(3))
        .stripTrailingZeros()
        .toPlainString();
  }
}
