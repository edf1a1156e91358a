package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.MethodConfig;
import org.slrm.result.Calibration;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Predictions;

/**
 * From rows to a model, wherever the rows are:
 *
 * <ol>
 *   <li>check what there is to fit to;
 *   <li>scale features and targets;
 *   <li>fit the method;
 *   <li>predict rows the model has not seen;
 *   <li>calibrate intervals by their errors, and report.
 * </ol>
 */
public final class Assembly {
  /** Columns named in a note before it is cut. */
  private static final int NAMED = 8;

  private Assembly() {}

  /** Fits, validates, calibrates and reports; one label would say nothing of its error. */
  public static ModelStates.Parts model(MethodConfig config, long seed, RowsToFit rows) {
    return model(config, seed, rows, 2);
  }

  /** The same for rows of which others were left out, so that a rare label may be alone. */
  static ModelStates.Parts ofFold(MethodConfig config, long seed, RowsToFit rows) {
    return model(config, seed, rows, 1);
  }

  private static ModelStates.Parts model(
      MethodConfig config, long seed, RowsToFit rows, int labelsOfEach) {
    try (rows) {
      DataSummary data = rows.summary();
      data.check(labelsOfEach);
      Scalings scalings = Scalings.of(data, config.scaling());
      Fitted fitted = rows.fit(scalings);
      Interrupts.describe(fitted.record());
      Optional<CrossValidated> cv = rows.validate(fitted, scalings);
      FitReport report = report(config, seed, rows, data, new Outcome(fitted, scalings, cv));
      List<Calibration> calibrations = calibrations(cv, data.kinds());
      return new ModelStates.Parts(ensemble(fitted, scalings, calibrations, data.kinds()), report);
    }
  }

  /** What a fit came to. */
  private record Outcome(Fitted fitted, Scalings scalings, Optional<CrossValidated> cv) {}

  /** Intervals adjusted to the errors made on rows left out. */
  private static List<Calibration> calibrations(Optional<CrossValidated> cv, List<Label> kinds) {
    List<Calibration> out = new ArrayList<>();
    for (int t = 0; t < kinds.size(); t++) {
      int target = t;
      out.add(
          cv.map(c -> new TargetJudgement(c, target, kinds.get(target)).calibration())
              .orElse(Calibration.GAUSSIAN));
    }
    return out;
  }

  private static Ensemble ensemble(
      Fitted fitted, Scalings scalings, List<Calibration> calibrations, List<Label> kinds) {
    return new Ensemble(
        scalings.x(), scalings.y(), fitted.members(), fitted.weights(), calibrations, kinds);
  }

  /** What a fit says of labelled rows it has not seen. */
  public static CrossValidated judged(
      Fitted fitted, Scalings scalings, TrainingData rows, Workers workers) {
    var out = new HeldOutPredictions(rows, new int[rows.x().rows()]);
    List<Calibration> none = calibrations(Optional.empty(), rows.kinds());
    Predictions p =
        ensemble(fitted, scalings, none, rows.kinds()).predictAll(rows.x(), 0.9, workers);
    for (int i = 0; i < p.rows(); i++) {
      for (int t = 0; t < p.targets(); t++) {
        out.predict(i, t, p.mean(i, t));
        out.standardError(i, t, p.standardError(i, t));
      }
    }
    return out.done();
  }

  private static FitReport report(
      MethodConfig config, long seed, RowsToFit rows, DataSummary data, Outcome outcome) {
    FitRecord c = outcome.fitted.record();
    Map<String, Object> settings = new LinkedHashMap<>(config.settings());
    settings.putAll(rows.settings());
    settings.putAll(c.found);
    List<String> notes = notes(data.features(), data.emptyRows());
    notes.addAll(c.notes);
    notes.addAll(rows.notes(outcome.cv.isPresent()));
    int targets = data.labels().columns();
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
        c.candidates.stream().map(outcome.scalings::unscaled).toList(),
        outcome.cv.map(cv -> scores(cv, data.kinds())).orElse(List.of()),
        outcome.cv.orElse(null),
        notes);
  }

  private static List<FitReport.Score> scores(CrossValidated cv, List<Label> kinds) {
    List<FitReport.Score> scores = new ArrayList<>();
    for (int t = 0; t < kinds.size(); t++) {
      scores.add(new TargetJudgement(cv, t, kinds.get(t)).score());
    }
    return scores;
  }

  /** What is odd about the features but harmless. */
  private static List<String> notes(ColumnStatistics s, long emptyRows) {
    List<String> notes = new ArrayList<>();
    if (!s.allMissing().isEmpty()) {
      notes.add(
          s.allMissing().size()
              + " feature(s) without a known entry: "
              + shortened(s.allMissing()));
    }
    if (!s.constant().isEmpty()) {
      notes.add(s.constant().size() + " constant feature(s): " + shortened(s.constant()));
    }
    if (emptyRows > 0) {
      notes.add(emptyRows + " row(s) without a known feature");
    }
    return notes;
  }

  private static String shortened(List<Integer> columns) {
    String shown =
        columns.stream()
            .limit(NAMED)
            .map(String::valueOf)
            .reduce((a, b) -> a + ", " + b)
            .orElse("");
    return columns.size() > NAMED ? shown + ", …" : shown;
  }
}
