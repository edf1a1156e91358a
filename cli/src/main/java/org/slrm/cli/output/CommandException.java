package org.slrm.cli.output;

import org.jspecify.annotations.Nullable;

/** A command that ends early, with what to tell the user and the process's caller. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  private CommandException(ExitCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The options do not make sense together or for this data. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message, null);
  }

  /** A file does not hold what it should; the message names file and place. */
  public static CommandException input(String message) {
    return new CommandException(ExitCode.INPUT, message, null);
  }

  /** No result although nothing was wrong with command and files. */
  public static CommandException unfinished(String message, @Nullable Throwable cause) {
    return new CommandException(ExitCode.UNFINISHED, message, cause);
  }

  /** Nobody reads the output any more, so nobody needs telling. */
  static CommandException outputClosed() {
    return new CommandException(ExitCode.CLOSED, "the reader of standard output went away", null);
  }

  public ExitCode code() {
    return code;
  }
}
