package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * Settings of the mixture of subspaces: rows belong to one of several factor models, each with its
 * own share, mean, loadings, noise and regressor. A mixture of one component is the likelihood
 * method.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(MixtureConfig.builder().components(3).rank(4).build()).fit(x, y);
 * }</pre>
 *
 * @param components number of components; 0 lets cross-validation choose
 * @param pseudoRows how many rows the fit of one subspace counts as in every component, a prior; 0
 *     for none
 * @param starts as many starts are tried, and the best goes on
 * @param component settings of each component and of the fit of one subspace; its rank 0 lets
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
    component = component.plain();
  }

  /** A builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same with the given number of components of a rank. */
  public MixtureConfig with(int count, int rank) {
    return new MixtureConfig(count, pseudoRows, starts, component.withRank(rank));
  }

  /** Number of directions of each component; 0 lets cross-validation choose. */
  public int rank() {
    return component.rank();
  }

  @Override
  public String method() {
    return "mixture";
  }

  @Override
  public Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
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

  /** Collects settings; whatever is not set keeps its default. */
  public static final class Builder {
    private int components;
    private double pseudoRows = 1;
    private int starts = 4;
    private LikelihoodConfig component = LikelihoodConfig.builder().build();

    private Builder() {}

    /** Number of components; 0 lets cross-validation choose. */
    public Builder components(int value) {
      components = value;
      return this;
    }

    /** Number of directions of each component; 0 lets cross-validation choose. */
    public Builder rank(int value) {
      component = component.withRank(value);
      return this;
    }

    /** How many rows the fit of one subspace counts as in every component. */
    public Builder pseudoRows(double value) {
      pseudoRows = value;
      return this;
    }

    /** As many starts are tried. */
    public Builder starts(int value) {
      starts = value;
      return this;
    }

    /** Settings of each component, its rank among them. */
    public Builder component(LikelihoodConfig value) {
      component = value;
      return this;
    }

    /** The settings, checked. */
    public MixtureConfig build() {
      return new MixtureConfig(components, pseudoRows, starts, component);
    }
  }
}
