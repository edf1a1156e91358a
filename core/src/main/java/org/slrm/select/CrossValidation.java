package org.slrm.select;

import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slrm.FitListener;
import org.slrm.MethodConfig;
import org.slrm.Predictions;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.Checks;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.HeldOutPredictions;

/**
 * Fits a method on all folds but one and predicts the one left out, for each fold in turn.
 *
 * <pre>{@code
 * CrossValidated cv = CrossValidation.of(config).folds(5).seed(1).run(x, y);
 * }</pre>
 */
public final class CrossValidation {
  private final MethodConfig config;
  private final int folds;
  private final long seed;
  private final int threads;
  private final @Nullable ExecutorService pool;
  private final FitListener listener;

  private CrossValidation(
      MethodConfig config,
      int folds,
      long seed,
      int threads,
      @Nullable ExecutorService pool,
      FitListener listener) {
    this.config = config;
    this.folds = folds;
    this.seed = seed;
    this.threads = threads;
    this.pool = pool;
    this.listener = listener;
  }

  /** Cross-validation of a method with five folds. */
  public static CrossValidation of(MethodConfig config) {
    return new CrossValidation(
        config, 5, 1, Runtime.getRuntime().availableProcessors(), null, FitListener.NONE);
  }

  /** Number of folds, at least 2. */
  public CrossValidation folds(int value) {
    return new CrossValidation(
        config, Checks.atLeast("folds", value, 2), seed, threads, pool, listener);
  }

  /** Seed of the folds and of the fits. */
  public CrossValidation seed(long value) {
    return new CrossValidation(config, folds, value, threads, pool, listener);
  }

  /** Number of threads. */
  public CrossValidation threads(int value) {
    return threads(value, null);
  }

  /** As many threads for the fits, those beside the caller's own taken from the given pool. */
  public CrossValidation threads(int value, @Nullable ExecutorService given) {
    return new CrossValidation(config, folds, seed, value, given, listener);
  }

  /** Hears of progress. */
  public CrossValidation listener(FitListener value) {
    return new CrossValidation(config, folds, seed, threads, pool, value);
  }

  /** Runs it. */
  public CrossValidated run(IncompleteMatrix x, IncompleteMatrix y) {
    int[] fold = Folds.assign(x.rows(), folds, seed);
    int targets = y.columns();
    HeldOutPredictions out = new HeldOutPredictions(x, y, fold);
    for (int f = 0; f < folds; f++) {
      int[] train = Folds.without(fold, f);
      int[] test = Folds.of(fold, f);
      int number = f;
      FitListener inner =
          p ->
              listener.onProgress(
                  new FitListener.Progress(
                      "fold " + (number + 1) + " of " + folds + ": " + p.stage(),
                      (number + p.done()) / folds,
                      p.step(),
                      p.error()));
      SlrmModel model =
          fit(
              Slrm.with(config).folds(0).seed(seed + 1 + f).threads(threads, pool).listener(inner),
              x.selectRows(train),
              y.selectRows(train));
      Predictions p = model.predictAll(x.selectRows(test), 0.9, threads);
      for (int r = 0; r < test.length; r++) {
        for (int t = 0; t < targets; t++) {
          out.predict(test[r], t, p.mean(r, t));
          out.standardError(test[r], t, p.standardError(r, t));
        }
      }
    }
    return out.done();
  }

  /** What all rows allow, the fewer rows of a fold may not: then the message says so. */
  private static SlrmModel fit(Trainer trainer, IncompleteMatrix x, IncompleteMatrix y) {
    try {
      return trainer.fit(x, y);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "in cross-validation, on " + x.rows() + " rows: " + e.getMessage(), e);
    }
  }

  /** A result in scaled units brought back to the targets' own. */
  public static CrossValidated unscaled(CrossValidated cv, Scaling scaling) {
    double[] label = cv.label();
    double[] prediction = cv.prediction();
    double[] error = cv.standardError();
    for (int k = 0; k < label.length; k++) {
      int t = k % cv.targets();
      label[k] = scaling.unscaled(t, label[k]);
      prediction[k] = scaling.unscaled(t, prediction[k]);
      error[k] *= scaling.scale(t);
    }
    return new CrossValidated(cv.targets(), cv.fold(), label, prediction, error, cv.observed());
  }
}
