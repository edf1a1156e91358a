package org.slrm.cli.command;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.Failure;
import org.slrm.cli.output.StandardOutput;

/** Runs a command from its arguments to its exit code. */
public final class CommandRun {
  private CommandRun() {}

  /** Runs a command and returns its exit code. */
  public static int run(String[] args, Console console) {
    boolean debug = Arrays.asList(args).contains("--debug");
    return guarded(c -> SlrmCommand.commandLine(c, args).execute(args), console, debug);
  }

  /** Runs until all output is written; a command is successful only then. */
  public static int guarded(ToIntFunction<Console> command, Console console, boolean debug) {
    try {
      int code = command.applyAsInt(console);
      if (console.out().checkError() && code == ExitCode.DONE.number()) {
        throw CommandException.unfinished(StandardOutput.FAILED, null);
      }
      return code;
    } catch (RuntimeException | Error e) {
      return Failure.of(e, console, debug);
    } finally {
      console.err().flush();
    }
  }
}
