package org.slrm.cli;

/** Coverage levels. */
final class Levels {
  private Levels() {}

  static void check(double level) {
    if (!(level > 0 && level < 1)) {
      throw CommandException.usage("--interval must be between 0 and 1, got " + level);
    }
  }
}
