package org.slrm.cli.option;

import org.slrm.cli.output.CommandException;

/** Coverage levels. */
public final class IntervalLevel {
  private IntervalLevel() {}

  public static void check(double level) {
    if (!(level > 0 && level < 1)) {
      throw CommandException.usage("--interval must be between 0 and 1, got " + level);
    }
  }
}
