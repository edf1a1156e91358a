package org.slrm.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import org.slrm.io.InputException;
import picocli.CommandLine;

/**
 * The command line's way in.
 *
 * <pre>{@code
 * slrm fit data.csv --target y --out model.slrm
 * }</pre>
 */
public final class Main {
  private static volatile boolean finished;

  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream out = stream(new FileOutputStream(FileDescriptor.out), false);
    PrintStream err = errors();
    // Asked for most often by scripts, so it skips everything else.
    if (args.length == 1 && args[0].equals("--version")) {
      out.println("slrm " + version());
      out.flush();
      Runtime.getRuntime().halt(ExitCode.DONE.number());
    }
    if (System.getProperty("java.util.logging.config.file") == null) {
      System.setProperty("slrm.log", "off");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopped(err)));
    int code = run(args, new Console(System.in, out, err, Boolean.getBoolean("slrm.terminal")));
    out.flush();
    err.flush();
    finished = true;
    System.exit(code);
  }

  /** The virtual machine ends Ctrl-C with 130 by itself; what is left is to tidy up. */
  private static void stopped(PrintStream err) {
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

  /** Runs a command on the given streams and returns its exit code. */
  public static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, new Console(in, out, err, false));
  }

  static int run(String[] args, Console console) {
    CommandLine line = SlrmCommand.commandLine(console, args);
    try {
      return line.execute(args);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return failed(e, console, Arrays.asList(args).contains("--debug"));
    } finally {
      console.out().flush();
      console.err().flush();
    }
  }

  /** The one place that turns what went wrong into words and an exit code. */
  static int failed(Throwable problem, Console console, boolean debug) {
    PrintStream err = console.err();
    if (debug) {
      problem.printStackTrace(err);
    }
    if (problem instanceof CommandException e) {
      return tell(err, e.code(), e.getMessage());
    }
    if (problem instanceof InputException) {
      return tell(err, ExitCode.INPUT, problem.getMessage());
    }
    if (problem instanceof IllegalArgumentException) {
      return tell(err, ExitCode.USAGE, problem.getMessage());
    }
    if (problem instanceof OutOfMemoryError) {
      String most = Runtime.getRuntime().maxMemory() / (1 << 20) + " MB";
      return tell(
          err,
          ExitCode.UNFINISHED,
          "out of memory at "
              + most
              + "; give Java more with SLRM_OPTS=-Xmx8g (or as much as fits)");
    }
    if (problem instanceof IOException e) {
      return tell(err, ExitCode.UNFINISHED, "cannot read or write: " + describe(e));
    }
    return tell(
        err,
        ExitCode.UNFINISHED,
        "could not finish: " + problem + (debug ? "" : " (--debug shows where)"));
  }

  private static String describe(IOException e) {
    boolean named = e instanceof java.nio.file.FileSystemException;
    return named
        ? ((java.nio.file.FileSystemException) e).getFile() + ": " + OutputFile.reason(e)
        : OutputFile.reason(e);
  }

  private static int tell(PrintStream err, ExitCode code, String message) {
    err.println("slrm: " + message);
    return code.number();
  }

  /** The version the build wrote down. */
  static String version() {
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
    String path = System.getProperty("slrm.stderr");
    if (path != null) {
      try {
        return stream(new FileOutputStream(path, true), true);
      } catch (IOException e) {
        // a socket cannot be opened by name; the launcher's filter passes on what we write as well
      }
    }
    return stream(new FileOutputStream(FileDescriptor.err), true);
  }

  private static PrintStream stream(FileOutputStream out, boolean flush) {
    return new PrintStream(new BufferedOutputStream(out, 1 << 13), flush, StandardCharsets.UTF_8);
  }
}
