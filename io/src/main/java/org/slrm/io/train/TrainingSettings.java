package org.slrm.io.train;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.AutoConfig;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * Settings of {@link TableTrainer}. Columns are named; everything except the targets has a default.
 * Label kinds, the column of weights, and ignored, retained and categorical columns are in {@link
 * #reading}.
 *
 * <pre>{@code
 * ReadOptions columns = ReadOptions.builder().target("price").ignore("id").weight("count").build();
 * TrainingSettings s =
 *     TrainingSettings.of(columns)
 *         .withMethod(AutoConfig.defaults().withOutliers(AutoConfig.OutlierPolicy.EXCLUDE))
 *         .withGroup("street")
 *         .withHoldOut(HoldOut.fraction(0.2))
 *         .withSeed(7);
 * }</pre>
 *
 * @param reading targets and kinds of columns, and options of reading files
 * @param method the method with its settings
 * @param targets further settings of the targets
 * @param validation the rows that evaluate the fit
 * @param run seed, threads, time budget and listener
 */
public record TrainingSettings(
    ReadOptions reading, MethodConfig method, Targets targets, Validation validation, Run run) {
  private static final int MAX_THREADS = 1024;

  /**
   * Further settings of the targets.
   *
   * @param auxiliary columns observed in training only: additional targets of the fit, neither
   *     features nor predicted; * in a name is a wildcard
   * @param classWeights weights of rows by their class
   * @param limits limits of target values
   */
  public record Targets(List<String> auxiliary, ClassWeights classWeights, TargetLimits limits) {
    public Targets {
      auxiliary = List.copyOf(auxiliary);
    }
  }

  /**
   * The rows that evaluate the fit.
   *
   * @param time columns that order the rows in time, by decreasing priority
   * @param group column of the group of each row; null without groups
   * @param splitFeatures whether columns of time and group are features too
   * @param rows validation rows that replace folds
   * @param holdOut rows used only for scores
   * @param folds maximum number of folds of the cross-validation
   */
  public record Validation(
      List<String> time,
      @Nullable String group,
      boolean splitFeatures,
      HoldOut rows,
      HoldOut holdOut,
      int folds) {
    /** Rejects settings that contradict each other. */
    public Validation {
      time = List.copyOf(time);
      Checks.atLeast("folds", folds, 2);
      if (!time.isEmpty() && group != null) {
        throw new IllegalArgumentException(
            "time and group must not both be given, got " + time + " and " + group);
      }
    }

    /** Columns that rows are split by. */
    List<String> columns() {
      return group == null ? time : List.of(group);
    }

    /** The name of the option for {@link #columns}, for messages. */
    String option() {
      return group == null ? "--time" : "--group";
    }
  }

  /**
   * Seed, resources and listener of a fit.
   *
   * @param seed seed of all random numbers
   * @param threads number of threads; the result does not depend on it
   * @param timeBudget time after which the fit returns its best result so far; null for no limit
   * @param listener receives progress and may stop the fit; besides the phases of a fit these are
   *     {@code reading} and {@code writing}
   * @param calibrated whether intervals are calibrated by the errors on held-out rows
   * @param adaptEffort whether {@link AutoConfig} with normal effort becomes quick if labels are
   *     too few for nonlinear candidates
   */
  public record Run(
      long seed,
      int threads,
      @Nullable Duration timeBudget,
      FitListener listener,
      boolean calibrated,
      boolean adaptEffort) {
    public Run {
      Checks.between("threads", threads, 1, MAX_THREADS);
      if (timeBudget != null && (timeBudget.isNegative() || timeBudget.isZero())) {
        throw new IllegalArgumentException("timeBudget must be above 0, got " + timeBudget);
      }
    }
  }

  /** Checks that each column has a single role. */
  public TrainingSettings {
    for (String name : targets.auxiliary()) {
      reject(
          reading.targets().contains(name), "auxiliary column must not be a target, got " + name);
    }
    reject(
        !targets.auxiliary().isEmpty() && reading.labels().size() > 1,
        "labels must be one kind for all targets with auxiliary columns, got " + reading.labels());
    for (String name : validation.columns()) {
      reject(
          reading.targets().contains(name) || name.equals(reading.weight()),
          "column of time or group must be neither target nor weight, got " + name);
    }
  }

  private static void reject(boolean condition, String message) {
    if (condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Defaults for these targets. */
  public static TrainingSettings of(String... targets) {
    return of(ReadOptions.builder().target(targets).build());
  }

  /** Defaults for the given columns. */
  public static TrainingSettings of(ReadOptions reading) {
    return new TrainingSettings(
        reading,
        AutoConfig.defaults(),
        new Targets(List.of(), ClassWeights.NONE, TargetLimits.NONE),
        new Validation(List.of(), null, false, HoldOut.NONE, HoldOut.NONE, Folds.DEFAULT),
        new Run(1, Runtime.getRuntime().availableProcessors(), null, FitListener.NONE, true, true));
  }

  /** These settings with another method. */
  public TrainingSettings withMethod(MethodConfig value) {
    return new TrainingSettings(reading, value, targets, validation, run);
  }

  private TrainingSettings with(Targets value) {
    return new TrainingSettings(reading, method, value, validation, run);
  }

  private TrainingSettings with(Validation value) {
    return new TrainingSettings(reading, method, targets, value, run);
  }

  private TrainingSettings with(Run value) {
    return new TrainingSettings(reading, method, targets, validation, value);
  }

  /** These settings with auxiliary targets. */
  public TrainingSettings withAuxiliary(List<String> columns) {
    return with(new Targets(columns, targets.classWeights, targets.limits));
  }

  /** These settings with class weights. */
  public TrainingSettings withClassWeights(ClassWeights value) {
    return with(new Targets(targets.auxiliary, value, targets.limits));
  }

  /** These settings with limits of target values. */
  public TrainingSettings withLimits(TargetLimits value) {
    return with(new Targets(targets.auxiliary, targets.classWeights, value));
  }

  /** These settings with columns that order the rows in time. */
  public TrainingSettings withTime(List<String> columns) {
    Validation v = validation;
    return with(new Validation(columns, v.group, v.splitFeatures, v.rows, v.holdOut, v.folds));
  }

  /** These settings with the column of the group of each row. */
  public TrainingSettings withGroup(@Nullable String column) {
    Validation v = validation;
    return with(new Validation(v.time, column, v.splitFeatures, v.rows, v.holdOut, v.folds));
  }

  /** These settings with columns of time and group as features, or not. */
  public TrainingSettings withSplitFeatures(boolean value) {
    Validation v = validation;
    return with(new Validation(v.time, v.group, value, v.rows, v.holdOut, v.folds));
  }

  /** These settings with validation rows. */
  public TrainingSettings withValidation(HoldOut value) {
    Validation v = validation;
    return with(new Validation(v.time, v.group, v.splitFeatures, value, v.holdOut, v.folds));
  }

  /** These settings with rows used only for scores. */
  public TrainingSettings withHoldOut(HoldOut value) {
    Validation v = validation;
    return with(new Validation(v.time, v.group, v.splitFeatures, v.rows, value, v.folds));
  }

  /** These settings with another number of folds. */
  public TrainingSettings withFolds(int value) {
    Validation v = validation;
    return with(new Validation(v.time, v.group, v.splitFeatures, v.rows, v.holdOut, value));
  }

  /** These settings with another seed. */
  public TrainingSettings withSeed(long value) {
    return with(
        new Run(value, run.threads, run.timeBudget, run.listener, run.calibrated, run.adaptEffort));
  }

  /** These settings with another number of threads. */
  public TrainingSettings withThreads(int value) {
    return with(
        new Run(run.seed, value, run.timeBudget, run.listener, run.calibrated, run.adaptEffort));
  }

  /** These settings with a time budget. */
  public TrainingSettings withTimeBudget(@Nullable Duration value) {
    return with(
        new Run(run.seed, run.threads, value, run.listener, run.calibrated, run.adaptEffort));
  }

  /** These settings with a listener. */
  public TrainingSettings withListener(FitListener value) {
    return with(
        new Run(run.seed, run.threads, run.timeBudget, value, run.calibrated, run.adaptEffort));
  }

  /** These settings with calibrated intervals, or not. */
  public TrainingSettings withCalibration(boolean value) {
    return with(
        new Run(run.seed, run.threads, run.timeBudget, run.listener, value, run.adaptEffort));
  }

  /** These settings with an effort that adapts to few labels, or not. */
  public TrainingSettings withAdaptEffort(boolean value) {
    return with(
        new Run(run.seed, run.threads, run.timeBudget, run.listener, run.calibrated, value));
  }

  /**
   * Read options for these settings: auxiliary columns are targets, and the text of the columns of
   * time and group is stored.
   */
  public ReadOptions tableOptions() {
    ReadOptions out = columns();
    ReadOptions.RawCells split = ReadOptions.RawCells.of(validation.option(), validation.columns());
    return out.toBuilder().rawCells(out.rawCells().and(split)).build();
  }

  /** Roles and kinds of columns, with auxiliary columns as targets. */
  ReadOptions columns() {
    List<String> ignored = validation.splitFeatures ? List.of() : validation.columns();
    return reading.toBuilder().targets(targets.auxiliary).ignore(ignored).build();
  }
}
