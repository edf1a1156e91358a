package org.slrm.cli.output;

import org.jspecify.annotations.Nullable;

/** Ends a command early, with a message and an exit code. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  private CommandException(ExitCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The options contradict each other or the data. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message, null);
  }

  /** Rejects options if a condition holds. */
  public static void usageIf(boolean invalid, String message) {
    if (invalid) {
      throw usage(message);
    }
  }

  /** A file has invalid contents; the message names file and place. */
  public static CommandException input(String message) {
    return new CommandException(ExitCode.INPUT, message, null);
  }

  /** No result although command and files are valid. */
  public static CommandException unfinished(String message, @Nullable Throwable cause) {
    return new CommandException(ExitCode.UNFINISHED, message, cause);
  }

  /** The output has no reader any more, so there is no message. */
  static CommandException outputClosed() {
    return new CommandException(ExitCode.CLOSED, "the reader of standard output went away", null);
  }

  public ExitCode code() {
    return code;
  }
}
