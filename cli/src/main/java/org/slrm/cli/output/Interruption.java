package org.slrm.cli.output;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** What happens when the process is told to stop before a command has finished. */
public final class Interruption {
  private static volatile boolean finished;
  private static volatile @Nullable Runnable lastWish;

  private Interruption() {}

  /** From now on nothing is interrupted any more. */
  public static void over() {
    finished = true;
  }

  /** What a command wants done before it is stopped, after which it must not go on. */
  public static void whenStopped(@Nullable Runnable wish) {
    lastWish = wish;
  }

  /** The virtual machine ends Ctrl-C with 130 by itself; what is left is to tidy up. */
  public static void tidyUp(PrintStream err) {
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
}
