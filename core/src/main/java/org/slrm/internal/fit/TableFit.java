package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.label.Layout;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Method;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Note;

/** Rows of a table in memory, validated by folds; rows of weight 0 are ignored. */
public final class TableFit implements RowsToFit {
  /** A mean weight below this, or above its inverse, gets a note. */
  private static final double UNUSUAL_WEIGHT = 0.1;

  /** A trend that explains more than this fraction of a label's variance may continue. */
  private static final double TREND = 0.5;

  private final MethodConfig config;
  private final FitOptions options;
  private final CountedRows counted;
  private final TrainingData data;
  private final @Nullable TrainingData validation;
  private final Layout layout;

  /**
   * A fit with these settings.
   *
   * @param all the rows, their labels as columns of the layout
   * @param validation hold-out rows given by the user, null to split off some
   * @param layout the columns of each target
   */
  public TableFit(
      MethodConfig config,
      FitOptions options,
      TrainingData all,
      @Nullable TrainingData validation,
      Layout layout) {
    this.config = config;
    this.layout = layout;
    this.options = options;
    counted = CountedRows.of(all);
    data = counted.rows();
    this.validation = validation;
  }

  @Override
  public DataSummary summary() {
    options.listener().onPhase("preparing", "scales");
    return DataSummary.of(data, layout);
  }

  @Override
  public IncompleteMatrix sample() {
    return data.x();
  }

  @Override
  public double @Nullable [] sampleWeights() {
    return data.weights();
  }

  /** Rows by time: R² of a label explained by its rank in time. */
  @Override
  public boolean trend(int column) {
    return data.units().ordered() && data.units().trend(i -> data.label(i, column)) > TREND;
  }

  @Override
  public Fitted fit(Scalings scalings) {
    options.listener().onPhase("fitting", config.method());
    try (Workers workers = options.workers()) {
      TrainingData given = validation == null ? null : scalings.apply(validation);
      return Method.of(config)
          .solver(config, options.folds())
          .fit(scalings.apply(data), options.context(workers, given));
    }
  }

  /** The solver's own out-of-fold predictions if there are any, otherwise by cross-validation. */
  @Override
  public Optional<CrossValidated> validate(Fitted fitted, Scalings scalings) {
    options.listener().onPhase("calibration", "errors on held-out rows");
    return predicted(fitted, scalings).map(counted::amongAll);
  }

  @Override
  public Optional<Imputation> imputation(Fitted fitted, Scalings scalings) {
    options.listener().onPhase("fitting", "imputation");
    try (Workers workers = options.workers()) {
      FitContext context = new FitContext(options.seed(), workers, FitListener.NONE, null);
      return Assembly.imputation(fitted, data, scalings, context);
    }
  }

  private Optional<CrossValidated> predicted(Fitted fitted, Scalings scalings) {
    if (options.folds() == 0) {
      return Optional.empty();
    }
    CrossValidated ofSolver = fitted.validation();
    if (ofSolver != null && (!data.units().ordered() || Method.of(config).timeOrdered())) {
      return Optional.of(scalings.unscaled(ofSolver));
    }
    return data.labelledRows() < 2 * options.folds()
        ? Optional.empty()
        : Optional.of(FoldFits.validated(config, options, data, layout));
  }

  @Override
  public boolean forward() {
    return data.units().ordered();
  }

  @Override
  public Map<String, Object> settings() {
    return data.units().separate()
        ? Map.of()
        : Map.of("split", data.units().ordered() ? "by time" : "by group");
  }

  @Override
  public List<Note> notes(boolean validated) {
    List<Note> notes = new ArrayList<>();
    if (validated && !data.units().separate()) {
      notes.add(Note.of(data.units().ordered() ? "validated-by-time" : "validated-by-group"));
    }
    if (counted.removed() > 0) {
      notes.add(weightZero(counted.removed()));
    }
    double[] weights = data.weights();
    if (weights != null && unusual(weights)) {
      double sum = Arrays.stream(weights).sum();
      notes.add(Note.of("unusual-weights", "sum", sum, "rows", weights.length));
    }
    return notes;
  }

  public static Note weightZero(long rows) {
    return Note.of("rows-of-weight-zero", "rows", rows);
  }

  /** Weights normalised to sum to one would mean a single row; a note says so. */
  private static boolean unusual(double[] weights) {
    double mean = Arrays.stream(weights).sum() / weights.length;
    return mean < UNUSUAL_WEIGHT || mean > 1 / UNUSUAL_WEIGHT;
  }
}
