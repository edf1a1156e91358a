package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Settings of the mixture of factor analysers: rows belong to one of several factor models, each
 * with its own proportion, mean, loadings, noise and regressor. A mixture of one component is the
 * likelihood method.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(MixtureConfig.defaults().with(3, 4)).fit(x, y);
 * }</pre>
 *
 * @param components number of components; 0 lets cross-validation choose
 * @param pseudoRows weight of the prior, the one-component fit, in rows; 0 for none
 * @param starts number of starts, of which the best continues
 * @param component settings of each component and of the one-component fit; its rank 0 lets
 *     cross-validation choose
 */
public record MixtureConfig(
    int components, double pseudoRows, int starts, LikelihoodConfig component)
    implements MethodConfig {

  /** Checks every setting. */
  public MixtureConfig {
    Checks.atLeast("components", components, 0);
    Checks.notNegative("pseudoRows", pseudoRows);
    Checks.atLeast("starts", starts, 1);
    if (component.sparse()) {
      throw new IllegalArgumentException("component must not be sparse");
    }
    component.checkComponents(components);
    component = component.plain();
  }

  /** Components and rank chosen by cross-validation. */
  public static MixtureConfig defaults() {
    return new MixtureConfig(0, 1, 4, LikelihoodConfig.defaults());
  }

  /** With a number of components; 0 lets cross-validation choose. */
  public MixtureConfig withComponents(int value) {
    return new MixtureConfig(value, pseudoRows, starts, component);
  }

  /** With a rank of each component; 0 lets cross-validation choose. */
  public MixtureConfig withRank(int value) {
    return withComponent(component.withRank(value));
  }

  /** With another weight of the prior. */
  public MixtureConfig withPseudoRows(double value) {
    return new MixtureConfig(components, value, starts, component);
  }

  /** With another number of starts. */
  public MixtureConfig withStarts(int value) {
    return new MixtureConfig(components, pseudoRows, value, component);
  }

  /** With settings of each component, its rank among them. */
  public MixtureConfig withComponent(LikelihoodConfig value) {
    return new MixtureConfig(components, pseudoRows, starts, value);
  }

  /** With the given number of components of a rank. */
  public MixtureConfig with(int count, int rank) {
    return new MixtureConfig(count, pseudoRows, starts, component.withRank(rank));
  }

  /** Rank of each component; 0 lets cross-validation choose. */
  public int rank() {
    return component.rank();
  }

  @Override
  public String method() {
    return "mixture";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("components", components == 0 ? "auto" : components);
    s.put("pseudoRows", pseudoRows);
    s.put("starts", starts);
    s.putAll(component.settings());
    s.remove("sparse");
    return s;
  }
}
