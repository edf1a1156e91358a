package org.slrm.internal.auto;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.Certificate;
import org.slrm.result.FitListener;

/**
 * Keeps a search within its time and tells the listener of progress over the whole of it. As a
 * listener of the single fits it stops them when time is up or the user wants it. Used from several
 * threads.
 */
final class Pace implements FitListener {
  /** Choosing takes at most this share of the budget; the rest is for the final fit. */
  private static final double CHOOSING = 0.6;

  private final FitListener user;
  private final long start = System.nanoTime();
  private final @Nullable Duration budget;
  private int planned = 1;
  private int finished;
  private volatile String stage = "choosing";
  private volatile @Nullable String reason;
  private double best = Double.NaN;
  private volatile long deadline;

  Pace(@Nullable Duration budget, FitListener user) {
    this.budget = budget;
    this.user = user;
    // A candidate under way when the time for choosing ends is judged as far as it came.
    deadline = budget == null ? Long.MAX_VALUE : (long) (CHOOSING * budget.toNanos());
  }

  /** Choosing is over: the final fits have their share of the time even when it took too long. */
  void last() {
    stage = "final fit";
    if (budget != null) {
      long share = elapsed() + (long) ((1 - CHOOSING) * budget.toNanos());
      deadline = Math.max(budget.toNanos(), share);
    }
  }

  void plan(int steps) {
    planned = steps;
  }

  /** Whether the next candidate may begin. */
  boolean goOn(String name) {
    stage = name;
    if (budget != null && elapsed() > CHOOSING * budget.toNanos() && reason == null) {
      reason = "time for choosing was up; candidates judged: " + finished;
    }
    return reason == null;
  }

  void done(double score) {
    finished++;
    best = Double.isNaN(best) ? score : Math.min(best, score);
  }

  boolean stopped() {
    return reason != null;
  }

  String reason() {
    String r = reason;
    return r == null ? "" : r;
  }

  @Override
  public synchronized boolean onProgress(Progress p) {
    if (elapsed() > deadline) {
      return false;
    }
    // The final fits are counted as two candidates' worth of work.
    double done = Math.min(0.99, finished / (planned + 2.0));
    if (!user.onProgress(new Progress(stage, done, finished, best))) {
      reason = Certificate.STOPPED;
      return false;
    }
    return true;
  }

  private long elapsed() {
    return System.nanoTime() - start;
  }
}
