package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.imputation.ImputationFit;
import org.slrm.internal.label.Layout;
import org.slrm.internal.mechanism.MissingnessEstimate;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.OutlierBounds;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.Thinning;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.TrainingRange;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.MethodConfig;
import org.slrm.result.Calibration;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Missingness;
import org.slrm.result.Note;

/**
 * Makes a model from rows, wherever they are:
 *
 * <ol>
 *   <li>check the data;
 *   <li>scale features and targets;
 *   <li>fit the method;
 *   <li>predict held-out rows;
 *   <li>calibrate intervals by their errors, and report.
 * </ol>
 */
public final class Assembly {
  /** Most columns named in a note. */
  private static final int NAMED = 8;

  private Assembly() {}

  /** Fits, validates, calibrates and reports; needs two labels, because one has no error. */
  public static ModelStates.Parts model(MethodConfig config, long seed, RowsToFit rows) {
    return model(config, seed, rows, true);
  }

  /** A model of the training rows of a fold, which may have a single rare label. */
  static ModelStates.Parts ofFold(MethodConfig config, long seed, RowsToFit rows) {
    return model(config, seed, rows, false);
  }

  private static ModelStates.Parts model(
      MethodConfig config, long seed, RowsToFit rows, boolean whole) {
    try (rows) {
      DataSummary data = rows.summary();
      data.check(whole ? 2 : 1);
      Scalings scalings = Scalings.of(data, config.scaling());
      Fitted fitted = rows.fit(scalings);
      Interrupts.describe(fitted.record());
      Optional<TargetValidation> evaluated =
          rows.validate(fitted, scalings)
              .map(cv -> new TargetValidation(cv, data.layout(), rows.forward()));
      FitReport report = report(config, seed, rows, data, new Outcome(fitted, scalings, evaluated));
      Ensemble bare = bare(fitted, scalings, data.layout(), range(data, rows));
      return new ModelStates.Parts(
          evaluated.map(j -> calibrated(bare, j)).orElse(bare),
          whole ? report.with(missingness(bare, rows)) : report,
          OutlierBounds.ALL,
          whole ? rows.imputation(fitted, scalings).orElse(null) : null);
    }
  }

  private static Missingness missingness(Ensemble model, RowsToFit rows) {
    return MissingnessEstimate.of(model, rows.sample(), rows.sampleWeights());
  }

  /** The imputation model of rows in memory; none beside a mixture, which imputes better. */
  public static Optional<Imputation> imputation(
      Fitted fitted, TrainingData raw, Scalings scalings, FitContext context) {
    return fitted.members().stream().anyMatch(m -> m instanceof MixtureMember)
        ? Optional.empty()
        : Optional.of(ImputationFit.of(raw.x(), scalings.apply(raw), context));
  }

  /** The result of a fit. */
  private record Outcome(Fitted fitted, Scalings scalings, Optional<TargetValidation> evaluated) {}

  /** Intervals, sets and probabilities calibrated by held-out errors. */
  private static Ensemble calibrated(Ensemble bare, TargetValidation evaluated) {
    List<Calibration> calibrations =
        IntStream.range(0, bare.targets()).mapToObj(evaluated::calibration).toList();
    return new Ensemble(
        bare.scaling(),
        bare.targetScaling(),
        bare.members(),
        bare.weights(),
        calibrations,
        evaluated.layout(),
        evaluated.maps(),
        evaluated.scales(),
        bare.range());
  }

  private static Ensemble bare(
      Fitted fitted, Scalings scalings, Layout layout, TrainingRange range) {
    return new Ensemble(
        scalings.x(), scalings.y(), fitted.members(), fitted.weights(), layout, range);
  }

  /** The range of features and labels; labels with a trend in time have no limits. */
  private static TrainingRange range(DataSummary data, RowsToFit rows) {
    TrainingRange range =
        TrainingRange.of(
            data.features(), data.labels(), data.layout().labels(), Thinning.of(rows.sample()));
    for (int c = 0; c < data.layout().columns(); c++) {
      range = rows.trend(c) ? range.unlimited(c) : range;
    }
    return range;
  }

  /** Predictions of labelled held-out rows, by column in units of encoded labels. */
  public static CrossValidated evaluated(
      Fitted fitted, Scalings scalings, TrainingData rows, Workers workers) {
    var out = new HeldOutPredictions(rows, new int[rows.x().rows()]);
    Layout columns = Layout.of(rows.kinds());
    Ensemble ensemble = bare(fitted, scalings, columns, TrainingRange.NONE);
    predict(ensemble, rows.x(), IntUnaryOperator.identity(), out, workers);
    return out.done();
  }

  /** Stores predictions by column of the rows of x, where row i is held-out row {@code to[i]}. */
  static void predict(
      Ensemble ensemble,
      IncompleteMatrix x,
      IntUnaryOperator to,
      HeldOutPredictions out,
      Workers workers) {
    int columns = ensemble.layout().columns();
    ensemble.forEachRow(
        ensemble.range().limited(x),
        workers,
        (i, answer) -> {
          for (int c = 0; c < columns; c++) {
            answer.column(c);
            out.predict(to.applyAsInt(i), c, answer.eta());
            out.standardError(to.applyAsInt(i), c, Math.sqrt(answer.variance()));
          }
        });
  }

  private static FitReport report(
      MethodConfig config, long seed, RowsToFit rows, DataSummary data, Outcome outcome) {
    FitRecord c = outcome.fitted.record();
    Map<String, Object> settings = new LinkedHashMap<>(config.settings());
    settings.putAll(rows.settings());
    settings.putAll(c.found);
    List<Note> notes = notes(data.features(), data.emptyRows());
    notes.addAll(c.notes);
    notes.addAll(rows.notes(outcome.evaluated.isPresent()));
    int targets = data.layout().size();
    return new FitReport(
        config.method(),
        c.rank,
        (int) Math.min(Integer.MAX_VALUE, data.rows()),
        (int) Math.min(Integer.MAX_VALUE, data.labelledRows()),
        data.features().columns(),
        targets,
        data.missingShare(),
        seed,
        settings,
        c.criterion,
        c.tolerance,
        c.stop,
        c.iterations,
        c.history,
        c.objective,
        TargetCandidates.of(c.candidates, data, outcome.scalings),
        outcome
            .evaluated
            .map(e -> IntStream.range(0, targets).mapToObj(e::score).toList())
            .orElse(List.of()),
        outcome.evaluated.map(TargetValidation::targets).orElse(null),
        notes,
        c.skipped,
        FitReport.Outliers.NONE,
        Missingness.NONE);
  }

  /** Notes on unusual but harmless features. */
  private static List<Note> notes(ColumnStatistics s, long emptyRows) {
    List<Note> notes = new ArrayList<>();
    if (!s.allMissing().isEmpty()) {
      notes.add(features("features-without-entries", s.allMissing()));
    }
    if (!s.constant().isEmpty()) {
      notes.add(features("constant-features", s.constant()));
    }
    if (emptyRows > 0) {
      notes.add(Note.of("rows-without-entries", "rows", emptyRows));
    }
    return notes;
  }

  private static Note features(String code, List<Integer> columns) {
    List<Integer> first = columns.stream().limit(NAMED).toList();
    return Note.of(code, "count", columns.size(), "features", first);
  }
}
