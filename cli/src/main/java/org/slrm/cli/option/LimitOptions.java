package org.slrm.cli.option;

import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.io.train.TargetLimits;
import picocli.CommandLine.Option;

/** Limits of target values. */
public final class LimitOptions {
  @Option(
      names = "--min",
      paramLabel = "X",
      description =
          "Lower bound of the target, such as 0: no prediction, interval or quantile is below.")
  @Nullable Double min;

  @Option(names = "--max", paramLabel = "X", description = "Upper bound of the target.")
  @Nullable Double max;

  /** Rejects limits in the wrong order. */
  public void check() {
    boolean finite = (min == null || Double.isFinite(min)) && (max == null || Double.isFinite(max));
    CommandException.usageIf(
        !finite || !(lower() < upper()), "--min must be below --max, got " + min + " and " + max);
  }

  private double lower() {
    return min == null ? Double.NEGATIVE_INFINITY : min;
  }

  private double upper() {
    return max == null ? Double.POSITIVE_INFINITY : max;
  }

  public TargetLimits limits() {
    return new TargetLimits(lower(), upper());
  }
}
