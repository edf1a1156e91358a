package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * Partial least squares by NIPALS, its sums taken over observed entries. Several targets share the
 * components; labels may be missing.
 *
 * <p>A row with missing entries is scored as in training: t = Σ_Ω w_j x_j / Σ_Ω w_j² one component
 * after another, where a row that shows less than a tenth of a component's squared weight counts as
 * showing a tenth, so that a few small weights cannot inflate a score. On complete data this is the
 * usual PLS regression.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(PlsConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param components number of components, 0 to choose it by cross-validation
 * @param maxComponents the most components that are tried when they are chosen
 * @param tolerance largest change of the scores, relative to their size, at which a component is
 *     done
 * @param iterations the most iterations for one component
 */
public record PlsConfig(int components, int maxComponents, double tolerance, int iterations)
    implements MethodConfig {

  public PlsConfig {
    Checks.atLeast("components", components, 0);
    Checks.atLeast("maxComponents", maxComponents, 1);
    Checks.positive("tolerance", tolerance);
    Checks.atLeast("iterations", iterations, 1);
  }

  /** Up to 30 components, as many as cross-validation finds best. */
  public static PlsConfig defaults() {
    return new PlsConfig(0, 30, 1e-11, 1000);
  }

  public PlsConfig withComponents(int value) {
    return new PlsConfig(value, maxComponents, tolerance, iterations);
  }

  @Override
  public String method() {
    return "pls";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("components", components == 0 ? "auto" : (Object) components);
    out.put("tolerance", tolerance);
    out.put("iterations", iterations);
    return out;
  }
}
