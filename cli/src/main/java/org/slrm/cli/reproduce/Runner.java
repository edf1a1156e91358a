package org.slrm.cli.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes the runs that are not in the log yet, several fits at a time, each on one thread. A point's
 * parameters are searched on its first data set and used for the others.
 */
public final class Runner {
  /** Receives runs. */
  @FunctionalInterface
  public interface Listener {
    /** Called with a run; fresh if it was made now and not read. */
    void done(Run run, boolean fresh);
  }

  private final Fit fit;
  private final Scale scale;
  private final int threads;

  /** A runner for a scale, seed and number of fits at a time. */
  public Runner(Scale scale, long seed, int threads) {
    this.fit = new Fit(scale, seed);
    this.scale = scale;
    this.threads = threads;
  }

  /** Number of runs of a plan for the given methods. */
  public static int count(FigurePlan plan, Collection<ComparedMethod> methods, Scale scale) {
    int perSet = 0;
    for (Point p : plan.points()) {
      perSet += (int) methods.stream().filter(m -> applies(p, m)).count();
    }
    return perSet * scale.dataSets();
  }

  /** Runs the figure; returns when the log is complete. */
  public void run(FigurePlan plan, List<ComparedMethod> methods, RunLog log, Listener listener) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (Point point : plan.points()) {
        for (ComparedMethod method : methods) {
          if (applies(point, method)) {
            all.add(submit(point, method, log, listener, pool));
          }
        }
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException r ? r : e;
    } finally {
      pool.shutdownNow();
    }
  }

  /** The first data set, then the others with its parameters. */
  private CompletableFuture<?> submit(
      Point point, ComparedMethod method, RunLog log, Listener listener, ExecutorService pool) {
    return CompletableFuture.supplyAsync(() -> one(point, 1, method, Map.of(), log, listener), pool)
        .thenCompose(
            first -> {
              Map<String, Double> found = method.searched() ? first.parameters() : Map.of();
              List<CompletableFuture<?>> rest = new ArrayList<>();
              for (int s = 2; s <= scale.dataSets(); s++) {
                int dataSet = s;
                rest.add(
                    CompletableFuture.runAsync(
                        () -> one(point, dataSet, method, found, log, listener), pool));
              }
              return CompletableFuture.allOf(rest.toArray(CompletableFuture[]::new));
            });
  }

  private Run one(
      Point point,
      int dataSet,
      ComparedMethod method,
      Map<String, Double> given,
      RunLog log,
      Listener listener) {
    Run known = log.find(point, dataSet, method);
    if (known != null) {
      listener.done(known, false);
      return known;
    }
    Run run = fit.run(point, dataSet, method, given);
    log.add(run);
    listener.done(run, true);
    return run;
  }

  /** Whether a method takes part at a point. */
  public static boolean applies(Point point, ComparedMethod method) {
    return switch (method) {
      case BAYES -> point.synthetic();
      case LOGISTIC -> point.classes();
      default -> true;
    };
  }
}
