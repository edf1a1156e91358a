package org.slrm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Scaling;

/**
 * Everything chosen by validation: a family of likelihood fits and simpler rivals, combined with
 * weights found on shared folds.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(x, y);
 * }</pre>
 */
public record AutoConfig() implements MethodConfig {
  /** The defaults. */
  public static AutoConfig defaults() {
    return new AutoConfig();
  }

  @Override
  public String method() {
    return "auto";
  }

  @Override
  public Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
  }

  @Override
  public Map<String, Object> settings() {
    return new LinkedHashMap<>();
  }
}
