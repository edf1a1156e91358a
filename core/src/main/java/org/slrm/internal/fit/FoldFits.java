package org.slrm.internal.fit;

import java.util.stream.IntStream;
import org.slrm.internal.label.Layout;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.RowSplit;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;

/** Cross-validation: each fold is predicted by a fit to all other rows, or to earlier rows only. */
public final class FoldFits {
  private FoldFits() {}

  /** Out-of-fold predictions of every row, by column of the layout. */
  public static CrossValidated validated(
      MethodConfig config, FitOptions options, TrainingData data, Layout layout) {
    int[] rows = IntStream.range(0, data.x().rows()).toArray();
    RowSplit split = data.units().split(rows, options.folds(), options.seed());
    HeldOutPredictions out = new HeldOutPredictions(data, split.fold());
    for (int f = 0; f < split.folds(); f++) {
      int[] test = split.evaluated(f);
      Ensemble fitted = fitted(config, options, f, data.rows(split.fitted(f)), layout);
      try (Workers workers = Workers.of(options.threads())) {
        Assembly.predict(fitted, data.x().selectRows(test), r -> test[r], out, workers);
      }
    }
    return out.done();
  }

  /** Out-of-fold predictions of every row in the targets' own units. */
  public static CrossValidated evaluated(
      MethodConfig config, FitOptions options, CountedRows counted, Layout layout) {
    CrossValidated columns = counted.amongAll(validated(config, options, counted.rows(), layout));
    return new TargetValidation(columns, layout, false).targets();
  }

  /** A fit to the rows of a fold; settings that suit all rows may be invalid for fewer. */
  private static Ensemble fitted(
      MethodConfig config, FitOptions options, int f, TrainingData train, Layout layout) {
    FitOptions ofFold =
        options
            .withFolds(0)
            .withSeed(options.seed() + 1 + f)
            .withListener(progressOfFold(options.listener(), f, options.folds()));
    try {
      TableFit rows = new TableFit(config, ofFold, train, null, layout);
      return Assembly.ofFold(config, ofFold.seed(), rows).ensemble();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "in cross-validation, on " + train.x().rows() + " rows: " + e.getMessage(), e);
    }
  }

  private static FitListener progressOfFold(FitListener listener, int f, int folds) {
    return p ->
        listener.onProgress(
            new FitListener.Progress(
                "fold " + (f + 1) + " of " + folds + ": " + p.stage(),
                (f + p.done()) / folds,
                p.step(),
                p.error()));
  }
}
