package org.slrm.baseline;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.MethodConfig;
import org.slrm.data.Checks;
import org.slrm.data.Scaling;

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
 * @param initialUncertainty δ, start of the tracker's R_j† = δI
 * @param gate γ in [0, 1), slack of the gate at prediction
 * @param maxPasses most passes of either stage, at most 500
 * @param patience passes without improvement before a stage stops
 * @param holdOutFraction share of labelled rows held out when the user gives none
 */
public record SmpcrConfig(
    int rank,
    @Nullable Double l1,
    @Nullable Double stepSize,
    double initialUncertainty,
    double gate,
    int maxPasses,
    int patience,
    double holdOutFraction)
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
    Checks.positive("initialUncertainty", initialUncertainty);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
  }

  /** Rank by the 99 % rule, penalty and step size searched. */
  public static SmpcrConfig defaults() {
    return new SmpcrConfig(0, null, null, 1, 0.999, 50, 3, 0.2);
  }

  /** The same with another rank. */
  public SmpcrConfig withRank(int value) {
    return new SmpcrConfig(
        value, l1, stepSize, initialUncertainty, gate, maxPasses, patience, holdOutFraction);
  }

  /** The same with penalty and step size given instead of searched. */
  public SmpcrConfig withSteps(double newL1, double newStepSize) {
    return new SmpcrConfig(
        rank, newL1, newStepSize, initialUncertainty, gate, maxPasses, patience, holdOutFraction);
  }

  /** The same with another gate. */
  public SmpcrConfig withGate(double value) {
    return new SmpcrConfig(
        rank, l1, stepSize, initialUncertainty, value, maxPasses, patience, holdOutFraction);
  }

  /** The same with another limit of passes. */
  public SmpcrConfig withMaxPasses(int value) {
    return new SmpcrConfig(
        rank, l1, stepSize, initialUncertainty, gate, value, patience, holdOutFraction);
  }

  @Override
  public String method() {
    return "smpcr";
  }

  @Override
  public Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rank", rank == 0 ? "auto" : (Object) rank);
    out.put("l1", l1 == null ? "searched" : l1);
    out.put("stepSize", stepSize == null ? "searched" : stepSize);
    out.put("initialUncertainty", initialUncertainty);
    out.put("gate", gate);
    out.put("maxPasses", maxPasses);
    out.put("patience", patience);
    out.put("holdOutFraction", holdOutFraction);
    return out;
  }
}
