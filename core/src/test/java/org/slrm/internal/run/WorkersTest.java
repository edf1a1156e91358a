package org.slrm.internal.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class WorkersTest {
  /** A pool whose threads have other things to do; who waits for one of them waits for ever. */
  static final class BusyPool extends AbstractExecutorService {
    final Deque<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void execute(Runnable command) {
      waiting.add(command);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
      return newTaskFor(Executors.callable(runnable, value));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
      return new FutureTask<>(callable) {
        @Override
        public T get() {
          throw new AssertionError("waited for a thread that never comes");
        }
      };
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  private static int[] timesRun(Workers workers, int count) {
    AtomicIntegerArray times = new AtomicIntegerArray(count);
    workers.run(count, (worker, block) -> times.incrementAndGet(block));
    int[] out = new int[count];
    Arrays.setAll(out, times::get);
    return out;
  }

  @Test
  void aBusyPoolIsNotWaitedForNorFilled() {
    BusyPool busy = new BusyPool();
    try (Workers workers = Workers.of(3, busy)) {
      for (int k = 0; k < 100; k++) {
        assertArrayEquals(new int[] {1, 1, 1, 1, 1}, timesRun(workers, 5));
      }
    }
    assertEquals(2, busy.waiting.size());
    busy.waiting.forEach(Runnable::run);
  }

  @Test
  void aThreadThatComesLateHelpsWithWhatThereIsToDo() {
    BusyPool busy = new BusyPool();
    try (Workers workers = Workers.of(2, busy)) {
      timesRun(workers, 2);
      int[] by = new int[4];
      workers.run(
          4,
          (worker, block) -> {
            by[block] = worker;
            if (block == 0) {
              busy.waiting.remove().run();
            }
          });
      assertArrayEquals(new int[] {0, 1, 1, 1}, by);
      assertArrayEquals(new int[] {1, 1}, timesRun(workers, 2));
      assertEquals(1, busy.waiting.size(), "the thread that helped can be asked again");
    }
  }

  @Test
  void aPoolThatTakesNothingLeavesItToTheCaller() {
    ExecutorService closed = Executors.newFixedThreadPool(1);
    closed.shutdown();
    try (Workers workers = Workers.of(2, closed)) {
      assertArrayEquals(new int[] {1, 1, 1}, timesRun(workers, 3));
    }
  }

  @Test
  void whatGoesWrongInAHelperReachesTheCaller() {
    BusyPool busy = new BusyPool();
    try (Workers workers = Workers.of(2, busy)) {
      Exception e =
          assertThrows(
              ArithmeticException.class,
              () ->
                  workers.run(
                      3,
                      (worker, block) -> {
                        if (worker == 1) {
                          throw new ArithmeticException("block " + block);
                        }
                        if (block == 0) {
                          busy.waiting.remove().run();
                        }
                      }));
      assertEquals("block 1", e.getMessage());
    }
  }

  @Test
  void anInterruptIsKept() {
    try (Workers workers = Workers.of(2)) {
      Thread.currentThread().interrupt();
      timesRun(workers, 50);
      assertTrue(Thread.interrupted());
    }
  }
}
