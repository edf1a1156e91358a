package org.slrm.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.method.MethodConfig;

/**
 * The lasso of Loh and Wainwright (2012) for missing features: second moments are taken over the
 * rows that show both features, Γ̂_jk = Σ x_ij x_ik / n_jk and γ̂_j = Σ x_ij y_i / n_j, which is
 * unbiased where filling gaps is not, and the criterion
 *
 * <pre>βᵀΓ̂β − 2γ̂ᵀβ + l1‖β‖₁ over ‖β‖₁ ≤ radius</pre>
 *
 * is lowered by projected gradient steps. Γ̂ may have negative eigenvalues: then the criterion is
 * not convex and only the ball bounds it from below. Penalty and radius are chosen by
 * cross-validated prediction of the label.
 *
 * <p>The published estimator does not define predictions of incomplete rows. Here a missing entry
 * is imputed by its expectation given the row's observed entries, by Γ̂ without the directions that
 * its own negative eigenvalues show to be noise, or by the feature's mean; see {@link Fill}.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(CorrectedLassoConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param l1 the l1 penalty in standardised units; null chooses it
 * @param radius radius of the ball in standardised units; 0 chooses it
 * @param fill how a missing entry is imputed at prediction
 * @param penalties number of penalties tried
 * @param tolerance largest step, relative to the largest coefficient, at which descent ends
 * @param iterations the most gradient steps for one penalty
 */
public record CorrectedLassoConfig(
    @Nullable Double l1, double radius, Fill fill, int penalties, double tolerance, int iterations)
    implements MethodConfig {

  /** How a missing entry is imputed when a row is predicted. */
  public enum Fill {
    /** The mean of the feature. */
    MEAN,
    /** Its expectation given the observed entries; above 500 features the mean, with a note. */
    CONDITIONAL
  }

  public CorrectedLassoConfig {
    Checks.notNegative("l1", l1 == null ? 0 : l1);
    Checks.notNegative("radius", radius);
    Checks.atLeast("penalties", penalties, 1);
    Checks.positive("tolerance", tolerance);
    Checks.atLeast("iterations", iterations, 1);
  }

  /** Penalty and radius by cross-validation, imputation by conditional expectation. */
  public static CorrectedLassoConfig defaults() {
    return new CorrectedLassoConfig(null, 0, Fill.CONDITIONAL, 30, 1e-6, 2000);
  }

  public CorrectedLassoConfig withPenalty(double newL1, double newRadius) {
    return new CorrectedLassoConfig(newL1, newRadius, fill, penalties, tolerance, iterations);
  }

  public CorrectedLassoConfig withFill(Fill value) {
    return new CorrectedLassoConfig(l1, radius, value, penalties, tolerance, iterations);
  }

  @Override
  public String method() {
    return "corrected-lasso";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("l1", l1 == null ? "chosen" : l1);
    out.put("radius", radius == 0 ? "chosen" : (Object) radius);
    out.put("fill", fill.name().toLowerCase(java.util.Locale.ROOT));
    out.put("penalties", penalties);
    out.put("tolerance", tolerance);
    out.put("iterations", iterations);
    return out;
  }
}
