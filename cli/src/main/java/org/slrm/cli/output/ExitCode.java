package org.slrm.cli.output;

/** Exit codes of the process. */
public enum ExitCode {
  /** Success. */
  DONE(0),
  /** Wrong usage. */
  USAGE(2),
  /** Invalid input file. */
  INPUT(3),
  /** Valid usage and files, but no result: disk full, out of memory, no usable model. */
  UNFINISHED(4),
  /** Ctrl-C. */
  INTERRUPTED(130),
  /** The reader of the output ended, like {@code head}; a shell's code for SIGPIPE. */
  CLOSED(141);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
