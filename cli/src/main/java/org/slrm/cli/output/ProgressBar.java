package org.slrm.cli.output;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.slrm.result.FitListener;

/**
 * One line on the terminal, updated several times a second: current fit, fraction done, current
 * error, remaining time. Also enforces the time budget.
 */
public final class ProgressBar implements FitListener {
  private static final long PAUSE = 150_000_000;
  private static final int WIDTH = 78;

  private final Console console;
  private final LongSupplier clock;
  private long start;
  private final long budget;
  private long lastDrawn;
  private boolean drawn;
  private boolean waiting;
  private boolean outOfTime;

  /** A bar that stops the fit after a number of seconds (0: never). */
  public ProgressBar(Console console, LongSupplier clock, double budgetSeconds) {
    this.console = console;
    this.clock = clock;
    this.start = clock.getAsLong();
    this.budget = (long) (budgetSeconds * 1e9);
    this.lastDrawn = start - PAUSE;
  }

  /** A bar without a budget, whose clock starts with the first progress. */
  public static ProgressBar fromFirstProgress(Console console) {
    ProgressBar out = new ProgressBar(console, System::nanoTime, 0);
    out.waiting = true;
    return out;
  }

  @Override
  public synchronized boolean onProgress(Progress progress) {
    long now = clock.getAsLong();
    start = waiting ? now : start;
    waiting = false;
    if (console.terminal() && now - lastDrawn >= PAUSE) {
      lastDrawn = now;
      drawn = true;
      String line = ForeignText.line(line(progress, (now - start) / 1e9));
      console.err().print("\r" + line + " ".repeat(Math.max(0, WIDTH - line.length())));
      console.err().flush();
    }
    outOfTime |= budget > 0 && now - start > budget;
    return !outOfTime;
  }

  /** Whether the time budget stopped the fit. */
  boolean outOfTime() {
    return outOfTime;
  }

  /** Clears the line. */
  public synchronized void clear() {
    if (drawn) {
      console.err().print("\r" + " ".repeat(WIDTH) + "\r");
      console.err().flush();
      drawn = false;
    }
  }

  static String line(Progress p, double seconds) {
    StringBuilder out = new StringBuilder();
    if (Double.isFinite(p.done())) {
      double done = Math.max(0, Math.min(1, p.done()));
      int filled = (int) Math.round(done * 16);
      out.append('[').append("#".repeat(filled)).append("-".repeat(16 - filled)).append(']');
      out.append(String.format(Locale.ROOT, " %3.0f %%", done * 100));
      if (done > 0.02 && seconds > 1) {
        out.append("  ").append(ReadableText.duration(seconds * (1 - done) / done)).append(" left");
      }
    } else {
      out.append(ReadableText.duration(seconds));
    }
    if (Double.isFinite(p.error())) {
      out.append("  error ").append(ReadableText.number(p.error()));
    }
    out.append("  ").append(p.stage());
    return out.length() > WIDTH ? out.substring(0, WIDTH - 1) + "…" : out.toString();
  }
}
