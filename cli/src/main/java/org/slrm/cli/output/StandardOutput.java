package org.slrm.cli.output;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.slrm.io.source.Source;

/**
 * Standard output with checked writes. Java's own stream ignores a full disk; this one ends the
 * command: with an error, or silently when the reader has ended.
 */
public final class StandardOutput extends FilterOutputStream {
  public static final String FAILED = "cannot write standard output";

  private final BooleanSupplier pipe;
  private boolean broken;

  private StandardOutput(OutputStream to, BooleanSupplier pipe) {
    super(to);
    this.pipe = pipe;
  }

  /** The process's own. */
  public static PrintStream ofProcess() {
    return of(new FileOutputStream(FileDescriptor.out), () -> Source.isPipe(Path.of("/dev/fd/1")));
  }

  /** Writes to the given stream, which may be a pipe, as if it were standard output. */
  static PrintStream of(OutputStream to, BooleanSupplier pipe) {
    OutputStream checked = new StandardOutput(new BufferedOutputStream(to, 1 << 13), pipe);
    return new PrintStream(checked, false, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) {
    checked(() -> out.write(b));
  }

  @Override
  public void write(byte[] b, int off, int len) {
    checked(() -> out.write(b, off, len));
  }

  @Override
  public void flush() {
    checked(out::flush);
  }

  private void checked(Step step) {
    // Reported once; later writes while the command ends are ignored.
    if (broken) {
      return;
    }
    try {
      step.run();
    } catch (IOException e) {
      broken = true;
      // A pipe fails only when its reader ends; the system's message depends on the language.
      throw pipe.getAsBoolean()
          ? CommandException.outputClosed()
          : CommandException.unfinished(FAILED + ": " + OutputFile.reason(e), e);
    }
  }

  /** A task that writes. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }
}
