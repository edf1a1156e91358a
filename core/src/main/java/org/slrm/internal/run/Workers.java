package org.slrm.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that share out numbered blocks. Which thread takes which block is left to chance,
 * so a task must write to places that belong to its block; reductions are made afterwards in block
 * order. Then results do not depend on the number of threads.
 */
public final class Workers implements AutoCloseable {
  private final int threads;
  private final @Nullable ExecutorService pool;
  private final boolean own;

  private Workers(int threads, @Nullable ExecutorService given) {
    this.threads = threads;
    own = given == null;
    pool = threads == 1 ? null : given == null ? newPool(threads - 1) : given;
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

  /** The calling thread and threads − 1 of a pool that stays open, or of one of our own. */
  public static Workers of(int threads, @Nullable ExecutorService pool) {
    return new Workers(org.slrm.data.Checks.atLeast("threads", threads, 1), pool);
  }

  /** Number of threads. */
  public int threads() {
    return threads;
  }

  /** A task for one block; worker numbers below {@link #threads} pick a workspace. */
  @FunctionalInterface
  public interface BlockTask {
    /** Does block number {@code block} with the workspace of {@code worker}. */
    void run(int worker, int block);
  }

  /** Runs blocks 0 to count − 1 and returns when all are done. */
  public void run(int count, BlockTask task) {
    if (pool == null || count <= 1) {
      for (int b = 0; b < count; b++) {
        task.run(0, b);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> others = new ArrayList<>();
    for (int t = 1; t < Math.min(threads, count); t++) {
      int worker = t;
      others.add(pool.submit(() -> drain(next, count, worker, task)));
    }
    try {
      drain(next, count, 0, task);
    } finally {
      next.set(count);
      others.forEach(Workers::join);
    }
  }

  private static void drain(AtomicInteger next, int count, int worker, BlockTask task) {
    for (int b = next.getAndIncrement(); b < count; b = next.getAndIncrement()) {
      task.run(worker, b);
    }
  }

  private static void join(Future<?> future) {
    boolean interrupted = false;
    while (true) {
      try {
        future.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException r) {
          throw r;
        }
        if (e.getCause() instanceof Error r) {
          throw r;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (pool != null && own) {
      pool.shutdown();
    }
  }
}
