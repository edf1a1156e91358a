package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * Principal component regression for incomplete data, row by row: the subspace is tracked without
 * labels, then the regressor on its codes is learned by stochastic proximal steps.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(SmpcrConfig.defaults().withRank(10)).fit(x, y);
 * }</pre>
 *
 * @param rank rank of the subspace, 0 for as many components as explain 99 % of the variance
 * @param l1 penalty on the regressor; null searches it by hold-out error
 * @param stepSize first step size of the regressor; null searches it by hold-out error
 * @param forgetting weight of a row in the tracker after one more has come, in (0, 1]; 1 forgets
 *     nothing, null remembers about one pass: 1 − 1/rows
 * @param gate γ in [0, 1), slack of the gate at prediction
 * @param maxPasses most passes of either stage, at most 500
 * @param patience passes without improvement before a stage stops
 * @param holdOutFraction share of labelled rows held out when the user gives none
 * @param scaling how features and targets are scaled
 */
public record SmpcrConfig(
    int rank,
    @Nullable Double l1,
    @Nullable Double stepSize,
    @Nullable Double forgetting,
    double gate,
    int maxPasses,
    int patience,
    double holdOutFraction,
    Scaling.Kind scaling)
    implements MethodConfig {

  /** Checks the settings. */
  public SmpcrConfig {
    Checks.atLeast("rank", rank, 0);
    if (l1 != null) {
      Checks.notNegative("l1", l1);
    }
    if (stepSize != null) {
      Checks.positive("stepSize", stepSize);
    }
    if (forgetting != null && !(forgetting > 0 && forgetting <= 1)) {
      throw new IllegalArgumentException(
          "forgetting must be above 0 and at most 1, got " + forgetting);
    }
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
  }

  /** Rank by the 99 % rule, penalty and step size searched. */
  public static SmpcrConfig defaults() {
    return new SmpcrConfig(0, null, null, null, 0.999, 50, 3, 0.2, Scaling.Kind.STANDARDIZE);
  }

  /** The same with another rank. */
  public SmpcrConfig withRank(int value) {
    return new SmpcrConfig(
        value, l1, stepSize, forgetting, gate, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with penalty and step size given instead of searched. */
  public SmpcrConfig withSteps(double newL1, double newStepSize) {
    return new SmpcrConfig(
        rank, newL1, newStepSize, forgetting, gate, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with a penalty given instead of searched. */
  public SmpcrConfig withL1(double value) {
    return new SmpcrConfig(
        rank, value, stepSize, forgetting, gate, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with a step size given instead of searched. */
  public SmpcrConfig withStepSize(double value) {
    return new SmpcrConfig(
        rank, l1, value, forgetting, gate, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with another gate. */
  public SmpcrConfig withGate(double value) {
    return new SmpcrConfig(
        rank, l1, stepSize, forgetting, value, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with another forgetting factor of the tracker. */
  public SmpcrConfig withForgetting(double value) {
    return new SmpcrConfig(
        rank, l1, stepSize, value, gate, maxPasses, patience, holdOutFraction, scaling);
  }

  /** The same with another limit of passes. */
  public SmpcrConfig withMaxPasses(int value) {
    return new SmpcrConfig(
        rank, l1, stepSize, forgetting, gate, value, patience, holdOutFraction, scaling);
  }

  /** The same with features and targets scaled in another way. */
  public SmpcrConfig withScaling(Scaling.Kind value) {
    return new SmpcrConfig(
        rank, l1, stepSize, forgetting, gate, maxPasses, patience, holdOutFraction, value);
  }

  /** The same with other limits of passes. */
  public SmpcrConfig withPasses(int most, int inVain) {
    return new SmpcrConfig(
        rank, l1, stepSize, forgetting, gate, most, inVain, holdOutFraction, scaling);
  }

  @Override
  public String method() {
    return "smpcr";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rank", rank == 0 ? "auto" : (Object) rank);
    out.put("l1", l1 == null ? "searched" : l1);
    out.put("stepSize", stepSize == null ? "searched" : stepSize);
    out.put("forgetting", forgetting == null ? "one pass" : forgetting);
    out.put("gate", gate);
    out.put("maxPasses", maxPasses);
    out.put("patience", patience);
    out.put("holdOutFraction", holdOutFraction);
    out.put("scaling", scaling.name().toLowerCase(Locale.ROOT));
    return out;
  }
}
