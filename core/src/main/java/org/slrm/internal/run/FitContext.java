package org.slrm.internal.run;

import org.jspecify.annotations.Nullable;
import org.slrm.result.FitListener;

/**
 * The context of a fit besides data and settings.
 *
 * @param seed seed of all random numbers
 * @param workers threads to compute with
 * @param listener receives progress, may stop the fit
 * @param validation hold-out rows given by the user in scaled units, null when the solver splits
 *     off its own
 */
public record FitContext(
    long seed, Workers workers, FitListener listener, @Nullable TrainingData validation) {

  /** A context for one thread without listener or hold-out rows. */
  public static FitContext of(long seed) {
    return new FitContext(seed, Workers.single(), FitListener.NONE, null);
  }

  /** With another listener. */
  public FitContext with(FitListener other) {
    return new FitContext(seed, workers, other, validation);
  }

  /** With another seed. */
  public FitContext withSeed(long other) {
    return new FitContext(other, workers, listener, validation);
  }
}
