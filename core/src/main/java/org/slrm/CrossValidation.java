package org.slrm;

import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.fit.CountedRows;
import org.slrm.internal.fit.FitOptions;
import org.slrm.internal.fit.FoldFits;
import org.slrm.internal.fit.Targets;
import org.slrm.internal.label.Layout;
import org.slrm.internal.run.RowUnits;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * Fits a method on all folds but one and predicts the held-out one, for each fold in turn.
 *
 * <pre>{@code
 * CrossValidated cv = CrossValidation.of(config).folds(5).seed(1).run(x, y);
 * }</pre>
 */
public final class CrossValidation {
  private final MethodConfig config;
  private final FitOptions options;
  private final double @Nullable [] weights;
  private final List<LabelKind> kinds;
  private final RowUnits units;

  private CrossValidation(
      MethodConfig config,
      FitOptions options,
      double @Nullable [] weights,
      List<LabelKind> kinds,
      RowUnits units) {
    this.config = config;
    this.options = options;
    this.weights = weights;
    this.kinds = List.copyOf(kinds);
    this.units = units;
  }

  /** Cross-validation of a method with the default number of folds. */
  public static CrossValidation of(MethodConfig config) {
    int threads = Runtime.getRuntime().availableProcessors();
    return new CrossValidation(
        config,
        new FitOptions(1, threads, null, FitListener.NONE, Folds.DEFAULT),
        null,
        List.of(),
        RowUnits.SEPARATE);
  }

  private CrossValidation with(FitOptions others) {
    return new CrossValidation(config, others, weights, kinds, units);
  }

  /** Label kinds of the targets: one for all, or one each; numeric by default. */
  public CrossValidation labels(List<LabelKind> value) {
    return new CrossValidation(config, options, weights, value, units);
  }

  /** Number of folds, at least 2. */
  public CrossValidation folds(int value) {
    return with(options.withFolds(Checks.atLeast("folds", value, 2)));
  }

  /** Seed of the folds and of the fits. */
  public CrossValidation seed(long value) {
    return with(options.withSeed(value));
  }

  /** Number of threads. */
  public CrossValidation threads(int value) {
    return threads(value, null);
  }

  /** This many threads for the fits, the additional ones taken from the given pool. */
  public CrossValidation threads(int value, @Nullable ExecutorService given) {
    return with(options.withThreads(value, given));
  }

  /** Receives progress. */
  public CrossValidation listener(FitListener value) {
    return with(options.withListener(value));
  }

  /** Row weights; a row of weight 0 is ignored. */
  public CrossValidation weights(double[] value) {
    Checks.weights(value);
    return new CrossValidation(config, options, value.clone(), kinds, units);
  }

  /** The group of each row: no group is in two folds. Replaces times. */
  public CrossValidation groups(int[] group) {
    return new CrossValidation(config, options, weights, kinds, RowUnits.groups(group));
  }

  /**
   * The time of each row: each fold is predicted by fits to earlier rows only, and the earliest
   * rows are never held out. Replaces groups.
   */
  public CrossValidation time(double[] time) {
    return new CrossValidation(config, options, weights, kinds, RowUnits.times(time));
  }

  /** Runs it. */
  public CrossValidated run(IncompleteMatrix x, IncompleteMatrix y) {
    Layout layout = Targets.of(x, y, Trainer.kinds(kinds, y.columns()), options.seed());
    CountedRows counted =
        CountedRows.of(new TrainingData(x, layout.encode(y), weights, layout.labels(), units));
    return FoldFits.evaluated(config, options, counted, layout);
  }
}
