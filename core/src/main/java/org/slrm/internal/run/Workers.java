package org.slrm.internal.run;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that share numbered blocks. Which thread takes which block is random, so a task
 * must write to places that belong to its block, and reductions are made afterwards in block order.
 * Then results do not depend on the number of threads.
 */
public final class Workers implements AutoCloseable {
  private final int threads;
  private final @Nullable ExecutorService pool;
  private final boolean ownsPool;

  /** The task of pool threads, which may start late or never. */
  private volatile @Nullable BlockRun current;

  /** Helpers that wait in the pool or work: a busy pool must not collect more. */
  private final AtomicIntegerArray asked;

  private final AtomicBoolean interrupted = new AtomicBoolean();

  private Workers(int threads, @Nullable ExecutorService given) {
    this.threads = threads;
    ownsPool = given == null;
    pool = threads == 1 ? null : given == null ? newPool(threads - 1) : given;
    asked = new AtomicIntegerArray(threads);
  }

  private static ExecutorService newPool(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, "slrm-worker");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** The calling thread alone. */
  public static Workers single() {
    return new Workers(1, null);
  }

  /** The calling thread and threads − 1 others. */
  public static Workers of(int threads) {
    return of(threads, null);
  }

  /** The calling thread and threads − 1 of a pool that stays open, or of a new one. */
  public static Workers of(int threads, @Nullable ExecutorService pool) {
    return new Workers(org.slrm.internal.check.Checks.atLeast("threads", threads, 1), pool);
  }

  public int threads() {
    return threads;
  }

  /** Whether the waiting thread was ever interrupted while it waited. */
  public boolean interrupted() {
    return interrupted.get();
  }

  /** A task for one block; worker numbers below {@link #threads} select a workspace. */
  @FunctionalInterface
  public interface BlockTask {
    /** Processes block number {@code block} with the workspace of {@code worker}. */
    void run(int worker, int block);
  }

  /** Runs blocks 0 to count − 1; does not wait for pool threads that never started. */
  public void run(int count, BlockTask task) {
    ExecutorService helpers = pool;
    if (helpers == null || count <= 1) {
      for (int b = 0; b < count; b++) {
        task.run(0, b);
      }
      return;
    }
    BlockRun run = new BlockRun(count, task, interrupted);
    current = run;
    for (int t = 1; t < Math.min(threads, count); t++) {
      ask(helpers, t);
    }
    try {
      run.drain(0);
    } finally {
      run.close();
      current = null;
    }
    run.rethrow();
  }

  private void ask(ExecutorService helpers, int worker) {
    if (asked.compareAndSet(worker, 0, 1)) {
      try {
        helpers.execute(() -> help(worker));
      } catch (RejectedExecutionException e) {
        // A pool that accepts no more tasks leaves all blocks to the others.
        asked.set(worker, 0);
      }
    }
  }

  private void help(int worker) {
    BlockRun run = current;
    if (run == null || !run.enter()) {
      asked.set(worker, 0);
      return;
    }
    try {
      run.help(worker);
    } finally {
      // Before leaving, so that the next run finds this worker idle.
      asked.set(worker, 0);
      run.leave();
    }
  }

  @Override
  public void close() {
    if (pool != null && ownsPool) {
      pool.shutdown();
    }
  }
}
