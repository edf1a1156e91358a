package org.slrm.internal.fit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.mechanism.MissingnessStates;
import org.slrm.internal.outlier.OutlierStates;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** A report as plain values and back, without out-of-fold predictions. */
final class ReportStates {
  private ReportStates() {}

  static Map<String, Object> write(FitReport r) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("method", r.method());
    v.put("rank", r.rank());
    v.put("rows", r.rows());
    v.put("labelledRows", r.labelledRows());
    v.put("features", r.features());
    v.put("targets", r.targets());
    v.put("missingShare", r.missingShare());
    v.put("seed", r.seed());
    v.put("settings", r.settings());
    v.put("criterion", r.criterion());
    v.put("tolerance", r.tolerance());
    v.put("stop", r.stop());
    v.put("iterations", r.iterations());
    v.put("history", r.history());
    v.put("objective", r.objective());
    v.put("candidates", r.candidates().stream().map(ReportStates::candidate).toList());
    v.put("scores", r.scores().stream().map(ReportStates::score).toList());
    v.put("notes", r.notes().stream().map(ReportStates::note).toList());
    if (!r.skipped().isEmpty()) {
      v.put("skipped", r.skipped().stream().map(ReportStates::skipped).toList());
    }
    if (!r.outliers().isEmpty() && r.outliers().excluded()) {
      v.put("grossErrors", OutlierStates.write(r.outliers()));
    }
    if (!r.missingness().isEmpty()) {
      v.put("missingness", MissingnessStates.write(r.missingness()));
    }
    return v;
  }

  static FitReport read(Map<String, Object> v) {
    int targets = (int) number(v, "targets");
    Map<String, Double> objective = new LinkedHashMap<>();
    Map<String, Object> terms = StateValues.map(v, "objective");
    terms.keySet().forEach(name -> objective.put(name, number(terms, name)));
    return new FitReport(
        text(v, "method"),
        (int) number(v, "rank"),
        (int) number(v, "rows"),
        (int) number(v, "labelledRows"),
        (int) number(v, "features"),
        targets,
        number(v, "missingShare"),
        v.get("seed") instanceof Number seed ? seed.longValue() : 0,
        StateValues.map(v, "settings"),
        text(v, "criterion"),
        number(v, "tolerance"),
        text(v, "stop"),
        (int) number(v, "iterations"),
        list(v, "history").stream().map(ReportStates::toDouble).toList(),
        objective,
        maps(v, "candidates").stream().map(c -> readCandidate(c, targets)).toList(),
        maps(v, "scores").stream().map(ReportStates::readScore).toList(),
        null,
        list(v, "notes").stream().map(ReportStates::readNote).toList(),
        maps(v, "skipped").stream().map(ReportStates::readSkipped).toList(),
        OutlierStates.read(v.get("grossErrors")),
        MissingnessStates.read(v.get("missingness"), (int) number(v, "features"), targets));
  }

  private static FitReport.CandidateScore readCandidate(Map<String, Object> v, int targets) {
    Checks.between("target of a candidate", (int) number(v, "target"), 0, targets - 1);
    return new FitReport.CandidateScore(
        text(v, "name"),
        (int) number(v, "rank"),
        (int) number(v, "target"),
        number(v, "mse"),
        number(v, "standardError"),
        number(v, "weight"),
        StateValues.map(v, "settings"));
  }

  private static FitReport.Score readScore(Map<String, Object> v) {
    int rows = (int) number(v, "rows");
    double mse = number(v, "mse");
    double error = number(v, "standardError");
    double r2 = number(v, "r2");
    return v.get("scoreName") instanceof String name
        ? new FitReport.Score(
            rows,
            mse,
            error,
            r2,
            name,
            number(v, "score"),
            number(v, "scoreError"),
            number(v, "explained"))
        : new FitReport.Score(rows, mse, error, r2);
  }

  private static Map<String, Object> candidate(FitReport.CandidateScore c) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("name", c.name());
    v.put("rank", c.rank());
    v.put("target", c.target());
    v.put("mse", c.mse());
    v.put("standardError", c.standardError());
    v.put("weight", c.weight());
    v.put("settings", c.settings());
    return v;
  }

  private static Map<String, Object> note(Note note) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("code", note.code());
    v.putAll(note.arguments());
    return v;
  }

  /** Files of version 0.1.0 have sentences. */
  private static Note readNote(Object value) {
    if (value instanceof String text) {
      return Note.of(Note.TEXT, Note.TEXT, text);
    }
    Map<String, Object> v = new LinkedHashMap<>(StateValues.map("entry of notes", value));
    Object code = v.remove("code");
    return new Note(code instanceof String c ? c : "", v);
  }

  private static Map<String, Object> skipped(FitReport.Skipped s) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("name", s.name());
    v.put("rank", s.rank());
    v.put("reason", s.reason().code());
    v.put("folds", s.folds());
    return v;
  }

  private static FitReport.Skipped readSkipped(Map<String, Object> v) {
    return new FitReport.Skipped(
        text(v, "name"),
        (int) number(v, "rank"),
        FitReport.SkipReason.of(text(v, "reason")),
        (int) number(v, "folds"));
  }

  private static Map<String, Object> score(FitReport.Score s) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("rows", s.rows());
    v.put("mse", s.mse());
    v.put("standardError", s.standardError());
    v.put("r2", s.r2());
    if (!s.name().equals("mse")) {
      v.put("scoreName", s.name());
      v.put("score", s.score());
      v.put("scoreError", s.scoreError());
      v.put("explained", s.explained());
    }
    return v;
  }

  private static String text(Map<String, Object> v, String name) {
    return v.get(name) instanceof String s ? s : "";
  }

  private static double number(Map<String, Object> v, String name) {
    return toDouble(v.get(name));
  }

  /** JSON has no NaN: anything that is no number reads as NaN. */
  private static double toDouble(@Nullable Object value) {
    return value instanceof Number n ? n.doubleValue() : Double.NaN;
  }

  private static List<?> list(Map<String, Object> v, String name) {
    return v.get(name) instanceof List<?> list ? list : List.of();
  }

  private static List<Map<String, Object>> maps(Map<String, Object> v, String name) {
    return list(v, name).stream().map(o -> StateValues.map("entry of " + name, o)).toList();
  }
}
