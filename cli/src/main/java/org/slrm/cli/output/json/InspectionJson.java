package org.slrm.cli.output.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.SlrmModel;
import org.slrm.cli.output.text.MemberText;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.result.Inspection;
import org.slrm.io.check.DataWarning;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.LabelParameters;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.FitReport.Skipped;

/** What is inside a model file, as one JSON object. */
public record InspectionJson(Inspection result) {
  private static final double NINETY = 0.9;

  public Map<String, Object> map() {
    ModelFile m = result.file();
    SlrmModel model = result.model();
    FitReport r = model.report();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("warnings", result.warnings().stream().map(DataWarning::toMap).toList());
    out.put("format", ModelFile.VERSION);
    out.put("command", m.provenance().command());
    out.put("version", m.provenance().version());
    out.put("java", m.provenance().java());
    out.put("seed", m.provenance().seed());
    out.put("files", m.provenance().files());
    out.put("method", r.method());
    out.put("rank", r.rank());
    out.put("rows", r.rows());
    out.put("labelledRows", r.labelledRows());
    out.put("missing", r.missingShare());
    out.put("settings", r.settings());
    out.put("stop", r.stop());
    out.put("scores", r.scores());
    out.put("notes", new NoteText(m.schema().featureNames(), m.schema().targets()).lines(r));
    if (result.candidates()) {
      out.put("candidates", candidates(m, model));
    }
    out.put("members", MemberText.of(m, model).parts().stream().map(MemberText::facts).toList());
    if (!r.missingness().isEmpty()) {
      out.put("missingness", new MissingnessJson(r.missingness(), m.schema()).map());
    }
    out.put("features", m.schema().featureNames());
    Map<String, Object> targets = new LinkedHashMap<>();
    for (int t = 0; t < model.targets(); t++) {
      Map<String, Object> one = target(m, model, t);
      targets.put(m.schema().targets().get(t), one);
    }
    out.put("targets", targets);
    return out;
  }

  /** Evaluated candidates, then skipped ones. */
  private static List<Map<String, Object>> candidates(ModelFile m, SlrmModel model) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (CandidateScore c : model.report().candidates()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", c.label());
      one.put("rank", c.rank());
      one.put("target", m.schema().targets().get(c.target()));
      one.put("score", c.mse());
      one.put("standardError", c.standardError());
      one.put("weight", c.weight());
      out.add(one);
    }
    for (Skipped s : model.report().skipped()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", s.label());
      one.put("rank", s.rank());
      one.put("skipped", s.reason().code());
      one.put("folds", s.folds());
      out.add(one);
    }
    return out;
  }

  private static Map<String, Object> target(ModelFile file, SlrmModel model, int t) {
    LabelParameters facts = LabelParameters.of(model, t);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("label", facts.target().kind().label());
    out.put("distribution", facts.distribution());
    if (model.labelKind(t).isClassification()) {
      List<String> levels = file.schema().target(t).levels().subList(0, model.levels(t));
      out.put("levels", levels);
      out.put("probabilityCalibration", facts.calibration());
      out.put("probabilitiesPutRightBy", facts.calibration()); // former key, for one release
      Map<String, Object> least = new LinkedHashMap<>();
      for (int k = 0; k < model.levels(t); k++) {
        least.put(levels.get(k), model.calibration(t).leastProbability(k, NINETY));
      }
      out.put("leastProbabilityInSet90", least);
    } else {
      out.put("intervalFactor90", model.calibration(t).factor(NINETY));
    }
    out.put("nonZeros", model.nonZeros(t));
    out.put("calibrated", model.calibration(t).calibrated());
    out.put("nonlinear", !model.isLinear(t));
    out.put("bends", !model.isLinear(t)); // former key, for one release
    out.put("coefficients", model.featureCoefficients(t));
    return out;
  }
}
