package org.slrm.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.slrm.internal.check.DataException;
import org.slrm.io.model.UnusableModelException;
import org.slrm.io.source.InputException;

/** Converts exceptions to messages and exit codes. */
public final class Failure {
  private Failure() {}

  /** Prints the message and returns the exit code. */
  public static int of(Throwable problem, Console console, boolean debug) {
    if (problem instanceof CommandException e && e.code() == ExitCode.CLOSED) {
      return e.code().number();
    }
    if (debug) {
      StringWriter trace = new StringWriter();
      problem.printStackTrace(new PrintWriter(trace));
      console.err().print(ForeignText.block(trace.toString()));
    }
    Outcome outcome = outcome(problem, debug);
    console.note("slrm: " + outcome.message());
    return outcome.code().number();
  }

  /** The message and the exit code. */
  private record Outcome(ExitCode code, String message) {}

  private static Outcome outcome(Throwable problem, boolean debug) {
    if (problem instanceof CommandException e) {
      return new Outcome(e.code(), e.getMessage());
    }
    if (problem instanceof UnusableModelException) {
      return new Outcome(ExitCode.UNFINISHED, problem.getMessage());
    }
    if (problem instanceof InputException || problem instanceof DataException) {
      return new Outcome(ExitCode.INPUT, problem.getMessage());
    }
    if (problem instanceof IllegalArgumentException) {
      return new Outcome(ExitCode.USAGE, problem.getMessage());
    }
    return new Outcome(ExitCode.UNFINISHED, reason(problem, debug));
  }

  private static String reason(Throwable problem, boolean debug) {
    for (Throwable t = problem; t != null; t = t.getCause()) {
      if (t instanceof OutOfMemoryError) {
        String memory = Runtime.getRuntime().maxMemory() / (1 << 20) + " MB";
        return "out of memory at "
            + memory
            + "; give Java more with SLRM_OPTS=-Xmx8g (or as much as fits)";
      }
      if (t instanceof StackOverflowError) {
        return "could not finish: something is nested too deeply; give Java more with"
            + " SLRM_OPTS=-Xss16m, or look at what the file nests";
      }
      if (t instanceof LinkageError) {
        return "could not finish: its parts could not be loaded; build or unpack it again, or allow"
            + " more open files (ulimit -n 256) if few are allowed ("
            + t
            + ")";
      }
      if (t instanceof IOException e) {
        return "cannot read or write: " + describe(e);
      }
    }
    return "could not finish: " + problem + (debug ? "" : " (--debug shows where)");
  }

  private static String describe(IOException e) {
    boolean named = e instanceof java.nio.file.FileSystemException;
    return named
        ? ((java.nio.file.FileSystemException) e).getFile() + ": " + OutputFile.reason(e)
        : OutputFile.reason(e);
  }
}
