package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * Elastic net on features whose missing entries are replaced by the feature's mean; a common
 * baseline. Penalties are in standardised units, in the form 1/n‖y − Xβ‖² + l1‖β‖₁ + l2‖β‖².
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(MeanElasticNetConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param l1 the l1 penalty; 0 with l2 of 0 is least squares, null chooses a point of the path by
 *     cross-validation
 * @param l2 the squared l2 penalty next to a given l1
 * @param l1Ratio fraction of the l1 penalty along the path: 1 is the lasso, 0 is ridge
 * @param penalties number of points of the path
 * @param oneStandardError whether to take the strongest penalty within one standard error of the
 *     best instead of the best
 * @param tolerance largest duality gap as a fraction of the label's variance
 */
public record MeanElasticNetConfig(
    @Nullable Double l1,
    double l2,
    double l1Ratio,
    int penalties,
    boolean oneStandardError,
    double tolerance)
    implements MethodConfig {

  /** Checks the settings. */
  public MeanElasticNetConfig {
    if (l1 != null) {
      Checks.notNegative("l1", l1);
    }
    Checks.notNegative("l2", l2);
    if (!(l1Ratio >= 0 && l1Ratio <= 1)) {
      throw new IllegalArgumentException("l1Ratio must be between 0 and 1, got " + l1Ratio);
    }
    Checks.atLeast("penalties", penalties, 1);
    Checks.positive("tolerance", tolerance);
  }

  /** A lasso on a path of 100 penalties, the best by cross-validation. */
  public static MeanElasticNetConfig defaults() {
    return new MeanElasticNetConfig(null, 0, 1, 100, false, 1e-7);
  }

  /** With penalties given instead of chosen. */
  public MeanElasticNetConfig withPenalties(double newL1, double newL2) {
    return new MeanElasticNetConfig(newL1, newL2, l1Ratio, penalties, oneStandardError, tolerance);
  }

  /** With another fraction of the l1 penalty. */
  public MeanElasticNetConfig withL1Ratio(double value) {
    return new MeanElasticNetConfig(l1, l2, value, penalties, oneStandardError, tolerance);
  }

  /** With or without the one-standard-error rule. */
  public MeanElasticNetConfig withOneStandardError(boolean value) {
    return new MeanElasticNetConfig(l1, l2, l1Ratio, penalties, value, tolerance);
  }

  @Override
  public String method() {
    return "mean-lasso";
  }

  /** Whether there is no penalty at all: least squares. */
  public boolean leastSquares() {
    return l1 != null && l1 == 0 && l2 == 0;
  }

  /** Least squares do not depend on units, so the data are not scaled. */
  @Override
  public Scaling.Kind scaling() {
    return leastSquares() ? Scaling.Kind.POWER_OF_TWO : Scaling.Kind.STANDARDIZE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("l1", l1 == null ? "chosen" : l1);
    out.put("l2", l1 == null ? "chosen" : (Object) l2);
    out.put("l1Ratio", l1Ratio);
    out.put("penalties", penalties);
    out.put("oneStandardError", oneStandardError);
    out.put("tolerance", tolerance);
    return out;
  }
}
