package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Principal component regression for incomplete data, in batch: the subspace by alternating least
 * squares over all rows, labelled or not, then lasso on the codes.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(MpcrConfig.defaults().withRank(10)).fit(x, y);
 * }</pre>
 *
 * @param rank rank of the subspace, 0 for as many components as explain 99 % of the variance
 * @param l1 penalty of the lasso on codes; null chooses it by cross-validation
 * @param gate γ in [0, 1), slack of the gate at prediction
 * @param maxPasses most passes of alternating least squares
 * @param tolerance a pass that lowers the residual by a smaller fraction is the last
 * @param scaling how features and targets are scaled
 */
public record MpcrConfig(
    int rank,
    @Nullable Double l1,
    double gate,
    int maxPasses,
    double tolerance,
    Scaling.Kind scaling)
    implements MethodConfig {

  public MpcrConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.notNegative("l1", l1 == null ? 0 : l1);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.atLeast("maxPasses", maxPasses, 1);
    Checks.positive("tolerance", tolerance);
  }

  /** Rank by the 99 % rule, penalty by cross-validation, a gate that accepts nearly every row. */
  public static MpcrConfig defaults() {
    return new MpcrConfig(0, null, 0.999, 200, 1e-3, Scaling.Kind.STANDARDIZE);
  }

  public MpcrConfig withRank(int value) {
    return new MpcrConfig(value, l1, gate, maxPasses, tolerance, scaling);
  }

  public MpcrConfig withL1(double value) {
    return new MpcrConfig(rank, value, gate, maxPasses, tolerance, scaling);
  }

  public MpcrConfig withGate(double value) {
    return new MpcrConfig(rank, l1, value, maxPasses, tolerance, scaling);
  }

  public MpcrConfig withPasses(int limit, double newTolerance) {
    return new MpcrConfig(rank, l1, gate, limit, newTolerance, scaling);
  }

  public MpcrConfig withScaling(Scaling.Kind value) {
    return new MpcrConfig(rank, l1, gate, maxPasses, tolerance, value);
  }

  @Override
  public String method() {
    return "mpcr";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rank", rank == 0 ? "auto" : (Object) rank);
    out.put("l1", l1 == null ? "chosen" : l1);
    out.put("gate", gate);
    out.put("maxPasses", maxPasses);
    out.put("tolerance", tolerance);
    out.put("scaling", scaling.name().toLowerCase(Locale.ROOT));
    return out;
  }
}
