package org.slrm.io.train;

import java.util.List;
import org.slrm.io.check.DataWarning;
import org.slrm.method.AutoConfig;
import org.slrm.method.MethodConfig;

/**
 * Detects targets with too few labels or distinct values for nonlinear candidates.
 *
 * <pre>{@code
 * boolean few = FewLabels.in(TableChecks.of(table, options).warnings());
 * MethodConfig method = FewLabels.effort(AutoConfig.defaults(), few);
 * }</pre>
 */
public final class FewLabels {
  /** Maximum number of values of a numeric target that is probably a class. */
  private static final int MAX_VALUES = 3;

  private FewLabels() {}

  /** Whether the checks of a table found such a target. */
  public static boolean in(List<DataWarning> warnings) {
    return warnings.stream()
        .anyMatch(
            w ->
                w.code().equals(DataWarning.FEW_LABELS)
                    || w.code().equals(DataWarning.FEW_VALUES) && w.value() <= MAX_VALUES);
  }

  /** The settings, with quick instead of normal effort of auto for few labels. */
  public static MethodConfig effort(MethodConfig config, boolean fewLabels) {
    return fewLabels
            && config instanceof AutoConfig auto
            && auto.effort() == AutoConfig.Effort.NORMAL
        ? auto.withEffort(AutoConfig.Effort.QUICK)
        : config;
  }
}
