package org.slrm.io.score;

import org.slrm.SlrmModel;
import org.slrm.result.TargetInfo;

/**
 * Description of a target's label distribution and calibration.
 *
 * <pre>{@code
 * LabelParameters p = LabelParameters.of(model, 0);
 * System.out.println(p.distribution() + ", probabilities calibrated by " + p.calibration());
 * }</pre>
 *
 * @param target the target
 * @param distribution description of the distribution of its labels
 * @param calibration calibration of class log-odds: none, temperature or isotonic; a list if the
 *     binary models of the classes are calibrated differently; empty for a numeric target
 */
public record LabelParameters(TargetInfo target, String distribution, String calibration) {
  /** The label parameters of a target. */
  public static LabelParameters of(SlrmModel model, int target) {
    TargetInfo info = model.target(target);
    return new LabelParameters(
        info, distribution(info), info.isClassification() ? info.calibration() : "");
  }

  private static String distribution(TargetInfo target) {
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
