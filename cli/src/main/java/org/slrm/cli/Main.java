package org.slrm.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.charset.StandardCharsets;
import org.slrm.cli.command.CommandRun;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.Interruption;
import org.slrm.cli.output.StandardOutput;
import org.slrm.cli.output.Version;

/**
 * Entry point of the command line.
 *
 * <pre>{@code slrm fit data.csv --target y --out model.slrm }</pre>
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream err = errors();
    Console console =
        new Console(StandardOutput.ofProcess(), err, Boolean.getBoolean("slrm.terminal"));
    // Handled first, because scripts call it most often.
    if (args.length == 1 && args[0].equals("--version")) {
      Runtime.getRuntime().halt(CommandRun.guarded(Main::showVersion, console, false));
    }
    if (System.getProperty("java.util.logging.config.file") == null) {
      System.setProperty("slrm.log", "off");
    }
    // The parser would load converters for times and databases, which no option uses.
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Interruption.tidyUp(err)));
    int code = CommandRun.run(args, console);
    Interruption.over();
    System.exit(code);
  }

  /**
   * Runs a command that writes to the given streams and returns its exit code. It reads the
   * process's standard input.
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return CommandRun.run(args, new Console(out, err, false));
  }

  private static int showVersion(Console console) {
    console.showLine("slrm " + Version.number());
    return ExitCode.DONE.number();
  }

  /** Standard error, or the launcher's replacement for it. */
  private static PrintStream errors() {
    Integer number = Integer.getInteger("slrm.stderr");
    FileDescriptor to = number == null ? FileDescriptor.err : descriptor(number);
    return stream(new FileOutputStream(to), true);
  }

  /**
   * A file descriptor opened by the launcher. Opening the file by name would start at its beginning
   * and overwrite what others write to the same log.
   */
  private static FileDescriptor descriptor(int number) {
    try {
      Constructor<FileDescriptor> by = FileDescriptor.class.getDeclaredConstructor(int.class);
      by.setAccessible(true);
      return by.newInstance(number);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      // The launcher's filter also passes on our output.
      return FileDescriptor.err;
    }
  }

  private static PrintStream stream(FileOutputStream out, boolean flush) {
    return new PrintStream(new BufferedOutputStream(out, 1 << 13), flush, StandardCharsets.UTF_8);
  }
}
