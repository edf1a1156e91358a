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
 * The command line's way in.
 *
 * <pre>{@code
 * slrm fit data.csv --target y --out model.slrm
 * }</pre>
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream err = errors();
    Console console =
        new Console(StandardOutput.ofProcess(), err, Boolean.getBoolean("slrm.terminal"));
    // Asked for most often by scripts, so it skips everything else.
    if (args.length == 1 && args[0].equals("--version")) {
      Runtime.getRuntime().halt(CommandRun.guarded(Main::showVersion, console, false));
    }
    if (System.getProperty("java.util.logging.config.file") == null) {
      System.setProperty("slrm.log", "off");
    }
    // No option is a time or a data base, and the parser prepares for both before it reads a word.
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Interruption.tidyUp(err)));
    int code = CommandRun.run(args, console);
    Interruption.over();
    System.exit(code);
  }

  /**
   * Runs a command that writes to the given streams and returns its exit code. What it reads from
   * standard input is the process's.
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return CommandRun.run(args, new Console(out, err, false));
  }

  private static int showVersion(Console console) {
    console.showLine("slrm " + Version.number());
    return ExitCode.DONE.number();
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
