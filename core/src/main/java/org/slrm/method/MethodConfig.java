package org.slrm.method;

import java.util.Map;
import org.slrm.data.Scaling;

/**
 * The settings of one method. Each method has its own record, which is passed to {@code Slrm.with}.
 * The {@link MethodSpec} of the same name creates it from options.
 *
 * <pre>{@code
 * MethodConfig config = LikelihoodConfig.defaults().withRank(8);
 * SlrmModel model = Slrm.with(config).fit(x, y);
 * }</pre>
 */
public interface MethodConfig {
  /** The method's name in the command line. */
  String method();

  /** How features and targets are scaled for the method. */
  default Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
  }

  /** Every setting by name, for reports and model files: strings, numbers or booleans. */
  Map<String, Object> settings();
}
