package org.slrm.cli.option;

import org.slrm.cli.output.CommandException;
import picocli.CommandLine.Option;

/** {@code --interval}: nominal coverage of intervals. */
public final class IntervalOption {
  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      description = "Coverage of the intervals, between 0 and 1. Default: 0.9.")
  public double level = 0.9;

  /** Rejects an invalid coverage. */
  public void check() {
    CommandException.usageIf(
        !(level > 0 && level < 1), "--interval must be between 0 and 1, got " + level);
  }
}
