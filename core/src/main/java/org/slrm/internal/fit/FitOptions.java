package org.slrm.internal.fit;

import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;

/**
 * How a fit is run, for any method.
 *
 * @param seed seed of all random numbers
 * @param pool pool of the additional threads, null for new ones
 * @param listener receives progress, may stop the fit
 * @param folds of cross-validation, 0 for none
 */
public record FitOptions(
    long seed, int threads, @Nullable ExecutorService pool, FitListener listener, int folds) {
  /** Threads to work with. */
  public Workers workers() {
    return Workers.of(threads, pool);
  }

  /** The context of a solver; an interrupt of this thread stops it like its listener. */
  FitContext context(Workers workers, @Nullable TrainingData held) {
    return new FitContext(seed, workers, Interrupts.interruptible(listener, workers), held);
  }

  /** With another seed. */
  public FitOptions withSeed(long value) {
    return new FitOptions(value, threads, pool, listener, folds);
  }

  /** With this number of threads, the additional ones from the given pool. */
  public FitOptions withThreads(int value, @Nullable ExecutorService given) {
    return new FitOptions(seed, value, given, listener, folds);
  }

  /** With another listener. */
  public FitOptions withListener(FitListener value) {
    return new FitOptions(seed, threads, pool, value, folds);
  }

  /** With other folds. */
  public FitOptions withFolds(int value) {
    return new FitOptions(seed, threads, pool, listener, value);
  }
}
