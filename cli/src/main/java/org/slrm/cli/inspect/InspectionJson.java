package org.slrm.cli.inspect;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.SlrmModel;
import org.slrm.cli.output.json.Warnings;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.result.Inspection;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport;

/** What is inside a model file, as one JSON object. */
public final class InspectionJson {
  private final Inspection result;

  /** Of one file. */
  public InspectionJson(Inspection result) {
    this.result = result;
  }

  /** The object. */
  public Map<String, Object> map() {
    ModelFile m = result.file();
    SlrmModel model = result.model();
    FitReport r = model.report();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("warnings", Warnings.of(result.warnings()));
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
      out.put("candidates", CandidateList.json(m, model));
    }
    out.put("members", MemberFacts.of(m, model).json());
    out.put("features", m.schema().featureNames());
    Map<String, Object> targets = new LinkedHashMap<>();
    for (int t = 0; t < model.targets(); t++) {
      Map<String, Object> one = new TargetInside(m, model, t).json();
      targets.put(m.schema().targets().get(t), one);
    }
    out.put("targets", targets);
    return out;
  }
}
