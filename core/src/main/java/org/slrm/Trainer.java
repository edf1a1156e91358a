package org.slrm;

import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Checks;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.internal.FitContext;
import org.slrm.internal.Fitted;
import org.slrm.internal.Interrupts;
import org.slrm.internal.Methods;
import org.slrm.internal.Reports;
import org.slrm.internal.TrainingData;
import org.slrm.internal.Workers;
import org.slrm.select.CrossValidated;
import org.slrm.select.CrossValidation;

/**
 * Fits a method to data. Immutable: each setter returns a new trainer.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(config).seed(7).threads(2).listener(bar).fit(x, y);
 * }</pre>
 */
public final class Trainer {
  /** Folds of cross-validation, for the score in the report and the calibration of intervals. */
  public static final int DEFAULT_FOLDS = 5;

  private final MethodConfig config;
  private final long seed;
  private final Threads threads;
  private final FitListener listener;
  private final int folds;
  private final double @Nullable [] weights;
  private final @Nullable IncompleteMatrix validationX;
  private final @Nullable IncompleteMatrix validationY;

  Trainer(MethodConfig config) {
    this(
        config,
        1,
        new Threads(Runtime.getRuntime().availableProcessors(), null),
        FitListener.NONE,
        DEFAULT_FOLDS,
        null,
        null,
        null);
  }

  private Trainer(
      MethodConfig config,
      long seed,
      Threads threads,
      FitListener listener,
      int folds,
      double @Nullable [] weights,
      @Nullable IncompleteMatrix validationX,
      @Nullable IncompleteMatrix validationY) {
    this.config = config;
    this.seed = seed;
    this.threads = threads;
    this.listener = listener;
    this.folds = folds;
    this.weights = weights;
    this.validationX = validationX;
    this.validationY = validationY;
  }

  /** How many threads, and whose. */
  private record Threads(int count, @Nullable ExecutorService pool) {}

  /** Everything random comes from this seed; 1 unless set. */
  public Trainer seed(long value) {
    return new Trainer(config, value, threads, listener, folds, weights, validationX, validationY);
  }

  /** Number of threads; all processors unless set. The result does not depend on it. */
  public Trainer threads(int value) {
    return threads(value, null);
  }

  /**
   * As many threads, those beside the caller's own taken from the given pool, which stays open.
   * Those that are busy are not waited for, so that a fit may itself run on the pool.
   */
  public Trainer threads(int value, @Nullable ExecutorService pool) {
    Checks.atLeast("threads", value, 1);
    Threads own = new Threads(value, pool);
    return new Trainer(config, seed, own, listener, folds, weights, validationX, validationY);
  }

  /**
   * Hears of progress and may stop the fit. An interrupt of the thread that fits stops it in the
   * same way and stays set.
   */
  public Trainer listener(FitListener value) {
    return new Trainer(config, seed, threads, value, folds, weights, validationX, validationY);
  }

  /**
   * Number of folds of the cross-validation behind the report's score and the calibration of
   * intervals, at least 2; 0 skips both. A method that chooses by folds uses as many.
   */
  public Trainer folds(int value) {
    if (value != 0) {
      Checks.atLeast("folds", value, 2);
    }
    return new Trainer(config, seed, threads, listener, value, weights, validationX, validationY);
  }

  /** Row weights: how many times each row counts, 0 for not at all. */
  public Trainer weights(double[] value) {
    for (int i = 0; i < value.length; i++) {
      Checks.weight("weight of row " + i, value[i]);
    }
    return new Trainer(
        config, seed, threads, listener, folds, value.clone(), validationX, validationY);
  }

  /**
   * Hold-out rows: methods that stop by hold-out error take these, and the default chooses and
   * weighs its candidates by them. Give rows that look like those to come, as to what is missing in
   * them above all. Without them a method splits off its own.
   */
  public Trainer validation(IncompleteMatrix x, IncompleteMatrix y) {
    Checks.equal(
        "rows of the validation labels", y.rows(), "rows of the validation features", x.rows());
    return new Trainer(config, seed, threads, listener, folds, weights, x, y);
  }

  /** Fits one target; NaN labels are unlabelled rows. */
  public SlrmModel fit(IncompleteMatrix x, double[] y) {
    Checks.equal("number of labels", y.length, "number of rows", x.rows());
    return fit(x, IncompleteMatrix.ofColumn(y));
  }

  /** Fits several targets; an unknown label is a missing entry. */
  public SlrmModel fit(IncompleteMatrix x, IncompleteMatrix y) {
    checkData(x, y);
    Scaling scaling = Scaling.of(x, config.scaling());
    Scaling targetScaling = Scaling.of(y, config.scaling());
    TrainingData data = new TrainingData(scaling.apply(x), targetScaling.apply(y), weights);
    try (Workers workers = Workers.of(threads.count(), threads.pool())) {
      TrainingData validation =
          validationX == null || validationY == null
              ? null
              : new TrainingData(scaling.apply(validationX), targetScaling.apply(validationY));
      FitContext context =
          new FitContext(seed, workers, Interrupts.heardBy(listener, workers), validation);
      Fitted fitted = Methods.solver(config, folds).fit(data, context);
      Interrupts.describe(fitted.certificate());
      Reports.noteWeights(weights, fitted.certificate());
      CrossValidated cv = validated(x, y, fitted, targetScaling);
      return new SlrmModel(
          scaling,
          targetScaling,
          fitted.members(),
          fitted.weights(),
          Reports.calibrations(cv, targetScaling.columns()),
          Reports.of(config, seed, Reports.Data.of(x, y), fitted, cv, targetScaling));
    }
  }

  /**
   * Fits by passes over rows that need not be in memory: methods likelihood (by online steps), slrm
   * and smpcr. Some rows are held out instead of folds, to stop by, to score and to calibrate.
   */
  public SlrmModel fit(RowBlocks rows) {
    return fit(rows, PassConfig.defaults());
  }

  /** Fits by passes with the given limits. */
  public SlrmModel fit(RowBlocks rows, PassConfig passes) {
    if (weights != null) {
      throw new IllegalArgumentException(
          "row weights must be absent for a fit by passes, got " + weights.length + " weights");
    }
    TrainingData held =
        validationX == null || validationY == null
            ? null
            : new TrainingData(validationX, validationY);
    return new PassFit(config, passes, seed, threads.count(), listener, held).fit(rows);
  }

  /**
   * Out-of-fold predictions in the targets' own units: the solver's if it made them, else by
   * cross-validation.
   */
  private @Nullable CrossValidated validated(
      IncompleteMatrix x, IncompleteMatrix y, Fitted fitted, Scaling targetScaling) {
    CrossValidated own = fitted.validation();
    if (folds == 0) {
      return null;
    }
    if (own != null) {
      return CrossValidation.unscaled(own, targetScaling);
    }
    int labelled = new TrainingData(x, y).labelledRows();
    if (labelled < 2 * folds) {
      return null;
    }
    return CrossValidation.of(config)
        .folds(folds)
        .seed(seed)
        .threads(threads.count(), threads.pool())
        .listener(listener)
        .run(x, y);
  }

  private void checkData(IncompleteMatrix x, IncompleteMatrix y) {
    Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
    Checks.atLeast("features", x.columns(), 1);
    Checks.atLeast("targets", y.columns(), 1);
    Checks.atLeast("rows", x.rows(), 2);
    if (weights != null) {
      Checks.equal("number of weights", weights.length, "number of rows", x.rows());
    }
    Reports.checkKnown(x.rows(), x.columns(), x.known());
    Reports.checkLabels(y.statistics().known(), y.rows());
    Reports.checkWeights(new TrainingData(x, y, weights));
  }
}
