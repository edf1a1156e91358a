package org.slrm.cli.label;

import java.util.List;
import org.slrm.io.check.DataWarning;
import org.slrm.method.AutoConfig;
import org.slrm.method.MethodConfig;

/** Targets with too few labels, or too few values of them, for nonlinear candidates. */
public final class FewLabels {
  /** What to say where none was tried. */
  public static final String NOTE =
      "fewer than 10 labels, or two or three values fitted as numbers: fitted with --effort quick,"
          + " without nonlinear candidates; --effort normal tries them";

  /** With at most as many values a number is most likely a class. */
  private static final int MOST_VALUES = 3;

  private FewLabels() {}

  /** Whether the checks of a table found such a target. */
  public static boolean in(List<DataWarning> warnings) {
    return warnings.stream()
        .anyMatch(
            w ->
                w.code().equals(DataWarning.FEW_LABELS)
                    || w.code().equals(DataWarning.FEW_VALUES) && w.value() <= MOST_VALUES);
  }

  /** The settings, with quick effort of auto where labels are few. */
  public static MethodConfig effort(MethodConfig config, boolean few) {
    return few && config instanceof AutoConfig auto && auto.effort() == AutoConfig.Effort.NORMAL
        ? auto.withEffort(AutoConfig.Effort.QUICK)
        : config;
  }
}
