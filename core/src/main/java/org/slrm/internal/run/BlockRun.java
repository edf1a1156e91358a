package org.slrm.internal.run;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Numbered blocks of a task for the caller and helpers; waits only for helpers that started. */
final class BlockRun {
  private final int count;
  private final Workers.BlockTask task;
  private final AtomicBoolean interrupted;
  private final AtomicInteger next = new AtomicInteger();
  private int inside;
  private boolean closed;
  private @Nullable Throwable failure;

  /** Set as soon as the waiting thread is interrupted. */
  BlockRun(int count, Workers.BlockTask task, AtomicBoolean interrupted) {
    this.count = count;
    this.task = task;
    this.interrupted = interrupted;
  }

  /** Processes blocks until none is left. */
  void drain(int worker) {
    for (int b = next.getAndIncrement(); b < count; b = next.getAndIncrement()) {
      task.run(worker, b);
    }
  }

  /** Processes blocks and stores an exception for the waiting thread. */
  void help(int worker) {
    try {
      drain(worker);
    } catch (RuntimeException | Error e) {
      store(e);
    }
  }

  private synchronized void store(Throwable e) {
    failure = failure == null ? e : failure;
  }

  /** Whether a helper may still start; then it must {@link #leave}. */
  synchronized boolean enter() {
    inside += closed ? 0 : 1;
    return !closed;
  }

  synchronized void leave() {
    inside--;
    notifyAll();
  }

  /** Admits no more helpers and waits for those at work; an interrupt is restored at the end. */
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

  /** Throws the exception of a helper. */
  synchronized void rethrow() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
