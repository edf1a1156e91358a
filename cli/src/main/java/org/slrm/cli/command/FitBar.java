package org.slrm.cli.command;

import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ProgressBar;
import org.slrm.result.FitListener;

/** A progress bar whose clock starts with the first progress of a fit. */
final class FitBar implements FitListener {
  private final Console console;
  private @Nullable ProgressBar bar;

  FitBar(Console console) {
    this.console = console;
  }

  @Override
  public synchronized boolean onProgress(Progress progress) {
    ProgressBar shown = bar;
    if (shown == null) {
      shown = new ProgressBar(console, System::nanoTime, 0);
      bar = shown;
    }
    return shown.onProgress(progress);
  }

  /** Clears the line. */
  synchronized void clear() {
    if (bar != null) {
      bar.clear();
    }
  }
}
