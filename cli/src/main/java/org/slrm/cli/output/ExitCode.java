package org.slrm.cli.output;

/** What the process tells its caller. */
public enum ExitCode {
  /** All went well. */
  DONE(0),
  /** The command was not understood. */
  USAGE(2),
  /** A file does not hold what it should. */
  INPUT(3),
  /** Right command, right files, no result: disk full, out of memory, no usable model. */
  UNFINISHED(4),
  /** Ctrl-C. */
  INTERRUPTED(130),
  /** Whoever read the output went away, as {@code head} does; what a shell says of SIGPIPE. */
  CLOSED(141);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
