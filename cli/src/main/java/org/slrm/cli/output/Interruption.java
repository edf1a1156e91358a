package org.slrm.cli.output;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What happens when the process is stopped before a command has finished. */
public final class Interruption {
  private static volatile boolean finished;
  private static volatile @Nullable BooleanSupplier lastWish;

  private Interruption() {}

  /** From now on nothing is interrupted any more. */
  public static void over() {
    finished = true;
  }

  /**
   * What a command wants done before it is stopped, after which it must not go on; it says whether
   * anything was kept that way.
   */
  public static void whenStopped(@Nullable BooleanSupplier wish) {
    lastWish = wish;
  }

  /** The virtual machine ends Ctrl-C with 130 by itself; what is left is to tidy up. */
  public static void tidyUp(PrintStream err) {
    BooleanSupplier saving = lastWish;
    boolean kept = !finished && saving != null && saving.getAsBoolean();
    OutputFile.discardUnfinished();
    if (!finished) {
      err.println();
      err.println(
          kept || OutputFile.anyCommitted()
              ? "slrm: interrupted; what was finished is kept"
              : "slrm: interrupted; nothing was written");
      err.flush();
    }
  }
}
