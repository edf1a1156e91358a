package org.slrm.internal.fit;

import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;
import org.slrm.result.Predictions;

/** Cross-validation: a fit to all folds but one predicts the one left out, for each in turn. */
public final class FoldFits {
  private FoldFits() {}

  /** Predictions of every row by a fit that has not seen it, in the targets' own units. */
  public static CrossValidated validated(
      MethodConfig config, FitOptions options, TrainingData data) {
    int[] fold = Folds.assign(data.x().rows(), options.folds(), options.seed());
    HeldOutPredictions out = new HeldOutPredictions(data, fold);
    for (int f = 0; f < options.folds(); f++) {
      int[] test = Folds.of(fold, f);
      Ensemble fitted = fitted(config, options, f, data.rows(Folds.without(fold, f)));
      try (Workers workers = Workers.of(options.threads())) {
        Predictions p = fitted.predictAll(data.x().selectRows(test), 0.9, workers);
        for (int r = 0; r < test.length; r++) {
          for (int t = 0; t < p.targets(); t++) {
            out.predict(test[r], t, p.mean(r, t));
            out.standardError(test[r], t, p.standardError(r, t));
          }
        }
      }
    }
    return out.done();
  }

  /** What all rows allow, the fewer rows of a fold may not: then the message says so. */
  private static Ensemble fitted(
      MethodConfig config, FitOptions options, int f, TrainingData train) {
    FitOptions own =
        options
            .withFolds(0)
            .withSeed(options.seed() + 1 + f)
            .withListener(heard(options.listener(), f, options.folds()));
    try {
      return Assembly.ofFold(config, own.seed(), new TableFit(config, own, train, null)).ensemble();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "in cross-validation, on " + train.x().rows() + " rows: " + e.getMessage(), e);
    }
  }

  private static FitListener heard(FitListener listener, int f, int folds) {
    return p ->
        listener.onProgress(
            new FitListener.Progress(
                "fold " + (f + 1) + " of " + folds + ": " + p.stage(),
                (f + p.done()) / folds,
                p.step(),
                p.error()));
  }
}
