package org.slrm.cli.output.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.result.FitResult;
import org.slrm.cli.result.RowLosses;
import org.slrm.cli.result.TimeBlocks;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.Scores;
import org.slrm.io.train.HoldOutScores;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.FitReport.OutlierColumn;
import org.slrm.result.FitReport.OutlierLabel;
import org.slrm.result.FitReport.Outliers;
import org.slrm.result.FitReport.Score;

/** A fit as one JSON object. */
public record FitJson(FitResult result) {
  private static final int OUTLIERS_SHOWN = 10;

  private List<String> targets() {
    return result.schema().targets();
  }

  private List<String> features() {
    return result.schema().featureNames();
  }

  public Map<String, Object> map() {
    Map<String, Object> out = new LinkedHashMap<>();
    FitReport report = result.report();
    out.put("warnings", result.warnings().stream().map(DataWarning::toMap).toList());
    out.put("method", report.method());
    out.put("rank", report.rank());
    out.put("rows", report.rows());
    out.put("features", report.features());
    out.put("targets", targets());
    out.put("missing", report.missingShare());
    out.put("cv", cv());
    if (!result.holdout().none()) {
      out.put(
          "holdout", perTarget(result.holdout().targets().stream().map(FitJson::holdOut).toList()));
    }
    if (!report.outliers().isEmpty() && report.outliers().excluded()) {
      Map<String, Object> excluded = excluded(report.outliers());
      out.put("outliers", excluded);
      out.put("grossErrors", excluded); // former key, for one release
    }
    out.put("candidates", report.candidates().stream().map(this::candidate).toList());
    out.put("seconds", result.seconds());
    out.put("stop", report.stop());
    out.put("notes", new NoteText(features(), targets()).lines(result));
    out.put("seed", report.seed());
    out.put("model", result.model().toString());
    if (result.cache() != null) {
      out.put("cache", result.cache().toString());
    }
    return out;
  }

  private Map<String, Object> cv() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int t = 0; t < targets().size(); t++) {
      Score s = result.score(t);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("target", targets().get(t));
      one.put("mse", s.mse());
      one.put("r2", s.r2());
      one.put("standardError", s.standardError());
      one.put("score", s.score());
      one.put("scoreName", s.name());
      one.put("scoreStandardError", s.scoreError());
      one.put("explained", s.explained());
      TimeBlocks blocks = result.blocks(t);
      if (blocks.any()) {
        one.put("blocks", blocks.losses().stream().map(FitJson::block).toList());
      }
      all.add(one);
    }
    return perTarget(all);
  }

  /** The scores of the first target, and of all of them if there are several. */
  static Map<String, Object> perTarget(List<Map<String, Object>> all) {
    Map<String, Object> out = new LinkedHashMap<>(all.get(0));
    out.remove("target");
    if (all.size() > 1) {
      out.put("perTarget", all);
    }
    return out;
  }

  private Map<String, Object> candidate(CandidateScore c) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", c.label());
    out.put("rank", c.rank());
    out.put("target", targets().get(c.target()));
    if (result.fitted().labelKind(c.target()) == LabelKind.NUMERIC) {
      out.put("mse", c.mse());
    }
    out.put("score", c.mse());
    out.put("standardError", c.standardError());
    out.put("weight", c.weight());
    out.put("settings", c.settings());
    return out;
  }

  private static Map<String, Object> holdOut(HoldOutScores.OfTarget t) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", t.name());
    out.put("rows", t.scores().rows());
    if (t.scores() instanceof Scores.NumericScores n) {
      out.put("mse", n.mse());
      out.put("r2", n.r2());
      out.put("standardError", t.standardError());
    }
    out.put("score", t.scores().score());
    out.put("scoreName", t.scores().scoreName());
    out.put("explained", t.scores().explained());
    out.put("coverage", t.coverage());
    return out;
  }

  private Map<String, Object> excluded(Outliers errors) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("labels", errors.labels().size());
    out.put("largest", errors.labels().stream().limit(OUTLIERS_SHOWN).map(this::outlier).toList());
    out.put("columns", errors.columns().stream().map(this::outliers).toList());
    return out;
  }

  private Map<String, Object> outlier(OutlierLabel w) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("row", w.row() + 1);
    out.put("target", targets().get(w.target()));
    out.put("label", w.label());
    out.put("expected", w.expected());
    return out;
  }

  private Map<String, Object> outliers(OutlierColumn c) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("column", features().get(c.feature()));
    out.put("entries", c.entries());
    out.put("low", c.low());
    out.put("high", c.high());
    return out;
  }

  private static Map<String, Object> block(RowLosses l) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rows", l.row().length);
    out.put("score", l.mean());
    out.put("scoreStandardError", l.standardError());
    return out;
  }
}
