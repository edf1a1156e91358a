package org.slrm.internal.run;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Numbered blocks of one task, shared out among the thread that wants them done and helpers that
 * may come late: only those who entered in time are waited for.
 */
final class BlockRun {
  private final int count;
  private final Workers.BlockTask task;
  private final AtomicBoolean interrupted;
  private final AtomicInteger next = new AtomicInteger();
  private int inside;
  private boolean closed;
  private @Nullable Throwable failure;

  /** The flag is raised at once when the thread that waits for helpers is interrupted. */
  BlockRun(int count, Workers.BlockTask task, AtomicBoolean interrupted) {
    this.count = count;
    this.task = task;
    this.interrupted = interrupted;
  }

  /** Takes blocks until none is left. */
  void drain(int worker) {
    for (int b = next.getAndIncrement(); b < count; b = next.getAndIncrement()) {
      task.run(worker, b);
    }
  }

  /** Takes blocks and keeps what goes wrong for the thread that waits. */
  void help(int worker) {
    try {
      drain(worker);
    } catch (RuntimeException | Error e) {
      keep(e);
    }
  }

  private synchronized void keep(Throwable e) {
    failure = failure == null ? e : failure;
  }

  /** Whether a helper may still begin; then it must {@link #leave}. */
  synchronized boolean enter() {
    inside += closed ? 0 : 1;
    return !closed;
  }

  synchronized void leave() {
    inside--;
    notifyAll();
  }

  /** Lets nobody in any more and waits for those inside; an interrupt is kept for later. */
  synchronized void close() {
    next.set(count);
    closed = true;
    boolean late = false;
    while (inside > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        late = true;
        interrupted.set(true);
      }
    }
    if (late) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws what went wrong in a helper. */
  synchronized void rethrow() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
