package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Principal component regression on features whose missing entries are replaced by the feature's
 * mean, then lasso on the components.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(PcrConfig.defaults().withRank(10)).fit(x, y);
 * }</pre>
 *
 * @param rank number of components, 0 for as many as explain 99 % of the variance
 * @param l1 penalty of the lasso on components, 0 for least squares; null chooses it by
 *     cross-validation
 */
public record PcrConfig(int rank, @Nullable Double l1) implements MethodConfig {

  public PcrConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.notNegative("l1", l1 == null ? 0 : l1);
  }

  /** Rank by the 99 % rule, penalty by cross-validation. */
  public static PcrConfig defaults() {
    return new PcrConfig(0, null);
  }

  public PcrConfig withRank(int value) {
    return new PcrConfig(value, l1);
  }

  public PcrConfig withL1(double value) {
    return new PcrConfig(rank, value);
  }

  @Override
  public String method() {
    return "pcr";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rank", rank == 0 ? "auto" : (Object) rank);
    out.put("l1", l1 == null ? "chosen" : l1);
    return out;
  }
}
