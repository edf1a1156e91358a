package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;

/** Rows of a table in memory, validated by folds. */
public final class TableFit implements RowsToFit {
  /** A mean weight below this, or above its inverse, is worth a word. */
  private static final double UNUSUAL_WEIGHT = 0.1;

  private final MethodConfig config;
  private final FitOptions options;
  private final TrainingData data;
  private final @Nullable TrainingData validation;

  /**
   * A fit with these settings.
   *
   * @param validation rows to hold out given by the user, null to split off one's own
   */
  public TableFit(
      MethodConfig config,
      FitOptions options,
      TrainingData data,
      @Nullable TrainingData validation) {
    this.config = config;
    this.options = options;
    this.data = data;
    this.validation = validation;
  }

  @Override
  public DataSummary summary() {
    return DataSummary.of(data);
  }

  @Override
  public Fitted fit(Scalings scalings) {
    checkWeights();
    try (Workers workers = options.workers()) {
      TrainingData given = validation == null ? null : scalings.apply(validation);
      return Methods.solver(config, options.folds())
          .fit(scalings.apply(data), options.context(workers, given));
    }
  }

  /** Refuses weights that leave a target no labelled row. */
  private void checkWeights() {
    int[] labels = data.labels();
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] == 0) {
        throw new IllegalArgumentException(
            "weights must leave target " + t + " a labelled row of positive weight, got none");
      }
    }
  }

  /** What the solver predicted of rows left out, if it did, else by cross-validation. */
  @Override
  public Optional<CrossValidated> validate(Fitted fitted, Scalings scalings) {
    if (options.folds() == 0) {
      return Optional.empty();
    }
    CrossValidated own = fitted.validation();
    if (own != null) {
      return Optional.of(scalings.unscaled(own));
    }
    return data.labelledRows() < 2 * options.folds()
        ? Optional.empty()
        : Optional.of(FoldFits.validated(config, options, data));
  }

  /** Weights may be shares of one by habit; then the fit believes that there is but one row. */
  @Override
  public List<String> notes(boolean validated) {
    double[] weights = data.weights();
    if (weights == null) {
      return List.of();
    }
    double sum = Arrays.stream(weights).sum();
    long counting = Arrays.stream(weights).filter(w -> w > 0).count();
    if (sum >= UNUSUAL_WEIGHT * counting && sum <= counting / UNUSUAL_WEIGHT) {
      return List.of();
    }
    return List.of(
        "weights say how many times a row counts: together they make "
            + String.format(Locale.ROOT, "%.4g", sum)
            + " row(s) of "
            + counting
            + "; divide them by their mean if only their proportions matter");
  }
}
