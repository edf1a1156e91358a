package org.slrm.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.command.SlrmCommand;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.StandardOutput;
import org.slrm.io.source.InputException;

/**
 * The command line's way in.
 *
 * <pre>{@code
 * slrm fit data.csv --target y --out model.slrm
 * }</pre>
 */
public final class Main {
  private static volatile boolean finished;
  private static volatile @Nullable Runnable lastWish;

  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream err = errors();
    Console console =
        new Console(StandardOutput.ofProcess(), err, Boolean.getBoolean("slrm.terminal"));
    // Asked for most often by scripts, so it skips everything else.
    if (args.length == 1 && args[0].equals("--version")) {
      Runtime.getRuntime().halt(guarded(Main::showVersion, console, false));
    }
    if (System.getProperty("java.util.logging.config.file") == null) {
      System.setProperty("slrm.log", "off");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopped(err)));
    int code = run(args, console);
    finished = true;
    System.exit(code);
  }

  /** What a command wants done before it is stopped, after which it must not go on. */
  public static void whenStopped(@Nullable Runnable wish) {
    lastWish = wish;
  }

  /** The virtual machine ends Ctrl-C with 130 by itself; what is left is to tidy up. */
  private static void stopped(PrintStream err) {
    Runnable saving = lastWish;
    if (!finished && saving != null) {
      saving.run();
    }
    OutputFile.discardUnfinished();
    if (!finished) {
      err.println();
      err.println(
          OutputFile.anyCommitted()
              ? "slrm: interrupted; what was finished is kept"
              : "slrm: interrupted; nothing was written");
      err.flush();
    }
  }

  /**
   * Runs a command that writes to the given streams and returns its exit code. What it reads from
   * standard input is the process's.
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(args, new Console(out, err, false));
  }

  public static int run(String[] args, Console console) {
    boolean debug = Arrays.asList(args).contains("--debug");
    return guarded(c -> SlrmCommand.commandLine(c, args).execute(args), console, debug);
  }

  /** Runs to the last byte of output: only what was written is done. */
  static int guarded(ToIntFunction<Console> command, Console console, boolean debug) {
    try {
      int code = command.applyAsInt(console);
      if (console.out().checkError() && code == ExitCode.DONE.number()) {
        throw CommandException.unfinished(StandardOutput.FAILED, null);
      }
      return code;
    } catch (RuntimeException | Error e) {
      return failed(e, console, debug);
    } finally {
      console.err().flush();
    }
  }

  private static int showVersion(Console console) {
    console.showLine("slrm " + version());
    return ExitCode.DONE.number();
  }

  /** The one place that turns what went wrong into words and an exit code. */
  public static int failed(Throwable problem, Console console, boolean debug) {
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

  /** What went wrong, in words, and what the process tells its caller. */
  private record Outcome(ExitCode code, String message) {}

  private static Outcome outcome(Throwable problem, boolean debug) {
    if (problem instanceof CommandException e) {
      return new Outcome(e.code(), e.getMessage());
    }
    if (problem instanceof InputException) {
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
        String most = Runtime.getRuntime().maxMemory() / (1 << 20) + " MB";
        return "out of memory at "
            + most
            + "; give Java more with SLRM_OPTS=-Xmx8g (or as much as fits)";
      }
      if (t instanceof StackOverflowError) {
        return "could not finish: something is nested too deeply; give Java more with"
            + " SLRM_OPTS=-Xss16m, or look at what the file nests";
      }
      if (t instanceof LinkageError) {
        return "could not finish: its parts do not fit together; build or unpack it again ("
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

  /** The version the build wrote down. */
  public static String version() {
    try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
      Properties p = new Properties();
      p.load(in);
      return p.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Standard error, or where the launcher says that it is. */
  private static PrintStream errors() {
    Integer number = Integer.getInteger("slrm.stderr");
    FileDescriptor to = number == null ? FileDescriptor.err : descriptor(number);
    return stream(new FileOutputStream(to), true);
  }

  /**
   * A file that was open before we began. To open it by name would be to begin at its start: what
   * others write to the same log and what we write would overwrite each other. The launcher opens
   * the door for this.
   */
  private static FileDescriptor descriptor(int number) {
    try {
      Constructor<FileDescriptor> by = FileDescriptor.class.getDeclaredConstructor(int.class);
      by.setAccessible(true);
      return by.newInstance(number);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      // The launcher's filter passes on what we write as well.
      return FileDescriptor.err;
    }
  }

  private static PrintStream stream(FileOutputStream out, boolean flush) {
    return new PrintStream(new BufferedOutputStream(out, 1 << 13), flush, StandardCharsets.UTF_8);
  }
}
