package org.slrm;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.check.Checks;
import org.slrm.internal.fit.Assembly;
import org.slrm.internal.fit.FitOptions;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.fit.ModelStates.Names;
import org.slrm.internal.fit.PassFit;
import org.slrm.internal.fit.TableFit;
import org.slrm.internal.fit.Targets;
import org.slrm.internal.label.Layout;
import org.slrm.internal.outlier.OutlierExclusion;
import org.slrm.internal.predict.OutlierBounds;
import org.slrm.internal.run.RowUnits;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;
import org.slrm.result.Note;

/**
 * Fits a method to data. Immutable: each setter returns a new trainer.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(config).seed(7).threads(2).listener(bar).fit(x, y);
 * }</pre>
 */
public final class Trainer {
  private final MethodConfig config;
  private final FitOptions options;
  private final double @Nullable [] weights;
  private final @Nullable Validation validation;
  private final List<LabelKind> kinds;
  private final RowUnits units;
  private final @Nullable AuxiliaryTargets more;
  private final Names names;

  /** Validation rows, as given by the user. */
  private record Validation(IncompleteMatrix x, IncompleteMatrix y) {}

  Trainer(MethodConfig config) {
    this(
        config,
        new FitOptions(
            1, Runtime.getRuntime().availableProcessors(), null, FitListener.NONE, Folds.DEFAULT),
        null,
        null,
        List.of(),
        RowUnits.SEPARATE,
        null,
        Names.NONE);
  }

  private Trainer(
      MethodConfig config,
      FitOptions options,
      double @Nullable [] weights,
      @Nullable Validation validation,
      List<LabelKind> kinds,
      RowUnits units,
      @Nullable AuxiliaryTargets more,
      Names names) {
    this.config = config;
    this.options = options;
    this.weights = weights;
    this.validation = validation;
    this.kinds = List.copyOf(kinds);
    this.units = units;
    this.more = more;
    this.names = names;
  }

  private Trainer with(FitOptions others) {
    return new Trainer(config, others, weights, validation, kinds, units, more, names);
  }

  /** Label kinds of the targets: one for all, or one each; numeric by default. */
  public Trainer labels(LabelKind... value) {
    return labels(List.of(value));
  }

  /** Label kinds of the targets: one for all, or one each; numeric by default. */
  public Trainer labels(List<LabelKind> value) {
    return new Trainer(config, options, weights, validation, value, units, more, names);
  }

  /**
   * Names of the features, stored in the model; none by default.
   *
   * <pre>{@code
   * SlrmModel model = Slrm.with(config).featureNames(List.of("age", "dose")).fit(x, y);
   * }</pre>
   */
  public Trainer featureNames(List<String> value) {
    return named(new Names(value, names.targets()));
  }

  /** Names of the targets, stored in the model; none by default. */
  public Trainer targetNames(List<String> value) {
    return named(new Names(names.features(), value));
  }

  private Trainer named(Names others) {
    return new Trainer(config, options, weights, validation, kinds, units, more, others);
  }

  /** Seed of all random numbers; 1 by default. */
  public Trainer seed(long value) {
    return with(options.withSeed(value));
  }

  /** Number of threads; all processors by default. The result does not depend on it. */
  public Trainer threads(int value) {
    return threads(value, null);
  }

  /**
   * This many threads, the additional ones taken from the given pool, which stays open. Busy
   * threads are not waited for, so a fit may itself run on the pool.
   */
  public Trainer threads(int value, @Nullable ExecutorService pool) {
    Checks.atLeast("threads", value, 1);
    return with(options.withThreads(value, pool));
  }

  /**
   * Receives progress and may stop the fit. An interrupt of the fitting thread stops it in the same
   * way and stays set.
   */
  public Trainer listener(FitListener value) {
    return with(options.withListener(value));
  }

  /**
   * Number of folds of the cross-validation for the report's score and the calibration of
   * intervals, at least 2; 0 skips both. Methods that choose by folds use the same number.
   */
  public Trainer folds(int value) {
    if (value != 0) {
      Checks.atLeast("folds", value, 2);
    }
    return with(options.withFolds(value));
  }

  /** Row weights; a row of weight 0 is ignored. */
  public Trainer weights(double[] value) {
    Checks.weights(value);
    return new Trainer(config, options, value.clone(), validation, kinds, units, more, names);
  }

  /**
   * Validation rows: methods that stop by hold-out error use these, and the default chooses and
   * weights its candidates by them. They should resemble future rows, above all in their missing
   * entries. Without them a method splits off its own.
   */
  public Trainer validation(IncompleteMatrix x, IncompleteMatrix y) {
    Checks.equal(
        "rows of the validation labels", y.rows(), "rows of the validation features", x.rows());
    return new Trainer(config, options, weights, new Validation(x, y), kinds, units, more, names);
  }

  /**
   * The group of each row: a subject, a site, a batch. No group is on both sides of a split for
   * choosing, weighting, evaluation or calibration. Replaces times.
   */
  public Trainer groups(int[] group) {
    return new Trainer(
        config, options, weights, validation, kinds, RowUnits.groups(group), more, names);
  }

  /**
   * The time of each row, in any unit. Time-ordered validation: each block is predicted by a fit to
   * earlier rows only, and the earliest rows are never held out; penalties within a fit are chosen
   * by blocks of time. Replaces groups.
   *
   * <pre>{@code
   * double[] hours = {0, 1, 2, 3};   // of each row
   * SlrmModel model = Slrm.with(config).time(hours).fit(x, y);
   * }</pre>
   */
  public Trainer time(double[] time) {
    return new Trainer(
        config, options, weights, validation, kinds, RowUnits.times(time), more, names);
  }

  /**
   * Auxiliary targets: labels that are known in training only, such as an expensive assay. They are
   * further targets of the fit, never features, and are not predicted. They are used if they lower
   * the held-out error, which takes a second fit; a note of the report states the result.
   *
   * <pre>{@code
   * IncompleteMatrix assay = IncompleteMatrix.ofColumn(labels);
   * SlrmModel model = Slrm.with(config).auxiliaryTargets(assay, List.of(LabelKind.NUMERIC)).fit(x, y);
   * }</pre>
   *
   * @param labels a row for each row of the features
   * @param each the label kind of each column
   */
  public Trainer auxiliaryTargets(IncompleteMatrix labels, List<LabelKind> each) {
    Checks.equal("kinds of further labels", each.size(), "further labels", labels.columns());
    return new Trainer(
        config,
        options,
        weights,
        validation,
        kinds,
        units,
        new AuxiliaryTargets(labels, each),
        names);
  }

  /** Fits one target; NaN labels are unlabelled rows. */
  public SlrmModel fit(IncompleteMatrix x, double[] y) {
    Checks.equal("number of labels", y.length, "number of rows", x.rows());
    return fit(x, IncompleteMatrix.ofColumn(y));
  }

  /** Fits several targets; an unknown label is a missing entry. */
  public SlrmModel fit(IncompleteMatrix x, IncompleteMatrix y) {
    names.check(x.columns(), y.columns());
    return fitted(x, y).named(names);
  }

  private SlrmModel fitted(IncompleteMatrix x, IncompleteMatrix y) {
    if (weights != null) {
      Checks.equal("number of weights", weights.length, "number of rows", x.rows());
    }
    List<LabelKind> each = kinds(kinds, y.columns());
    if (more != null) {
      Checks.equal("rows of further labels", more.labels().rows(), "number of rows", x.rows());
      Trainer alone =
          new Trainer(config, options, weights, validation, each, units, null, Names.NONE);
      Validation wide =
          validation == null ? null : new Validation(validation.x, more.absentIn(validation.y));
      Trainer joint =
          new Trainer(config, options, weights, wide, more.after(each), units, null, Names.NONE);
      return more.better(alone.fit(x, y), joint.fit(x, y.besides(more.labels())));
    }
    AutoConfig.OutlierPolicy outliers = config instanceof AutoConfig c ? c.outliers() : null;
    SlrmModel model =
        outliers == AutoConfig.OutlierPolicy.EXCLUDE
            ? withoutOutliers(x, y, each)
            : fitAsGiven(x, y, each);
    if (outliers == AutoConfig.OutlierPolicy.WARN) {
      model = model.reporting(outliers(model, x, y, each));
    }
    return each.get(0) == LabelKind.NUMERIC && weights == null ? withTheory(model, x, y) : model;
  }

  private SlrmModel withTheory(SlrmModel model, IncompleteMatrix x, IncompleteMatrix y) {
    SlrmModel out = model;
    for (Note note : Method.of(config).theory(model.ensemble(), z -> model.predict(z), x, y)) {
      out = out.noted(note);
    }
    return out;
  }

  private boolean hasTimeBudget() {
    return config instanceof AutoConfig c && c.timeBudget() != null;
  }

  /** Fits the table without changes. */
  SlrmModel fitAsGiven(IncompleteMatrix x, IncompleteMatrix y, List<LabelKind> each) {
    return fit(OutlierExclusion.unchanged(x, y), each);
  }

  /** Reports outliers of a fitted table, by its columns and by the fit's held-out errors. */
  private FitReport.Outliers outliers(
      SlrmModel model, IncompleteMatrix x, IncompleteMatrix y, List<LabelKind> each) {
    options.listener().onPhase("calibration", "outliers");
    OutlierExclusion table = OutlierExclusion.excluding(x, y, each, weights, options.seed());
    CrossValidated cv = model.report().validation();
    // With outliers in the fit, residuals of other labels may look like outliers.
    if (table.found().labels().isEmpty() && cv != null && !hasTimeBudget()) {
      table =
          table.withoutOutlyingResiduals(
              y, each, cv, () -> model.predict(x, 0.9, options.threads()));
    }
    return table.found().kept();
  }

  /** Excludes outliers found before the fit, then those found by its residuals. */
  private SlrmModel withoutOutliers(IncompleteMatrix x, IncompleteMatrix y, List<LabelKind> each) {
    options.listener().onPhase("preparing", "outliers");
    OutlierExclusion table = OutlierExclusion.excluding(x, y, each, weights, options.seed());
    SlrmModel model = fit(table, each);
    CrossValidated cv = model.report().validation();
    if (cv == null || hasTimeBudget()) {
      return model;
    }
    options.listener().onPhase("preparing", "outliers by residuals");
    OutlierExclusion again =
        table.withoutOutlyingResiduals(y, each, cv, () -> model.predict(x, 0.9, options.threads()));
    return again == table ? model : fit(again, each);
  }

  private SlrmModel fit(OutlierExclusion table, List<LabelKind> each) {
    options.listener().onPhase("preparing", "targets");
    Layout layout = Targets.of(table.x(), table.y(), each, options.seed());
    TrainingData data =
        new TrainingData(table.x(), layout.encode(table.y()), weights, layout.labels(), units);
    var rows = new TableFit(config, options, data, encoded(layout, table.plausible()), layout);
    ModelStates.Parts parts = Assembly.model(config, options.seed(), rows);
    return new SlrmModel(
        new ModelStates.Parts(
            parts.ensemble(),
            parts.report().with(table.found()),
            table.plausible(),
            parts.imputation()));
  }

  /** Kinds of the given number of targets. */
  static List<LabelKind> kinds(List<LabelKind> given, int targets) {
    if (given.size() <= 1) {
      return Collections.nCopies(targets, given.isEmpty() ? LabelKind.NUMERIC : given.get(0));
    }
    Checks.equal("number of label kinds", given.size(), "number of targets", targets);
    return given;
  }

  private @Nullable TrainingData encoded(Layout layout, OutlierBounds plausible) {
    return validation == null
        ? null
        : new TrainingData(
            plausible.of(validation.x), layout.encode(validation.y), null, layout.labels());
  }

  /**
   * Fits by passes over rows that need not be in memory: methods auto (chosen on a sample),
   * likelihood and mixture (by online steps), slrm and smpcr. Some rows are held out instead of
   * folds, for stopping, scores and calibration.
   */
  public SlrmModel fit(RowBlocks rows) {
    return fit(rows, RowBlocks.Passes.defaults());
  }

  /** Fits by passes with the given limits. */
  public SlrmModel fit(RowBlocks rows, RowBlocks.Passes passes) {
    if (weights != null) {
      throw new IllegalArgumentException(
          "row weights must be absent for a fit by passes, got " + weights.length + " weights");
    }
    if (!units.separate()) {
      throw new IllegalArgumentException(
          "groups and times must be absent for a fit by passes: it holds single rows out");
    }
    if (more != null) {
      throw new IllegalArgumentException(
          "labels known in training only must be absent for a fit by passes");
    }
    names.check(rows.features(), rows.targets());
    List<LabelKind> each = kinds(kinds, rows.targets());
    options.listener().onPhase("preparing", "sample of the rows");
    RowBlocks.Block some = Targets.sample(rows, each);
    Layout layout = Targets.of(some.x(), some.y(), each, options.seed());
    PassSolver solver = Method.of(config).passSolver(config, passes, options.folds());
    var fit =
        new PassFit(solver, passes, options, rows, encoded(layout, OutlierBounds.ALL), layout);
    return new SlrmModel(Assembly.model(config, options.seed(), fit)).named(names);
  }
}
