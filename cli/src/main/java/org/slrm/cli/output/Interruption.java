package org.slrm.cli.output;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Actions when the process is stopped before a command has finished. */
public final class Interruption {
  private static volatile boolean finished;
  private static volatile @Nullable BooleanSupplier action;

  private Interruption() {}

  /** Disables interruptions from now on. */
  public static void over() {
    finished = true;
  }

  /**
   * An action before the command is stopped, after which it must not continue; returns whether
   * results were saved.
   */
  public static void whenStopped(@Nullable BooleanSupplier newAction) {
    action = newAction;
  }

  /** The virtual machine ends Ctrl-C with 130 itself; this only cleans up. */
  public static void tidyUp(PrintStream err) {
    BooleanSupplier saving = action;
    boolean saved = !finished && saving != null && saving.getAsBoolean();
    OutputFile.discardUnfinished();
    if (!finished) {
      err.println();
      err.println(
          saved || OutputFile.anyCommitted()
              ? "slrm: interrupted; what was finished is kept"
              : "slrm: interrupted; nothing was written");
      err.flush();
    }
  }
}
