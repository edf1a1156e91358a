package org.slrm.cli.inspect;

import org.slrm.SlrmModel;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.output.text.WarningText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.Inspection;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport;

/** What is inside a model file, in words. */
public final class InspectionText {
  private final Inspection result;

  /** Of one file. */
  public InspectionText(Inspection result) {
    this.result = result;
  }

  /** The file in words, or all candidates. */
  public String text() {
    ModelFile m = result.file();
    SlrmModel model = result.model();
    if (result.candidates()) {
      return CandidateList.text(m, model);
    }
    FitReport r = model.report();
    StringBuilder out = new StringBuilder();
    WarningText.lines(result.warnings()).forEach(w -> out.append(ForeignText.line(w)).append('\n'));
    origin(m, out);
    fit(r, out);
    MemberFacts.of(m, model).lines().forEach(fact -> NamedLine.add(out, "member", fact));
    new NoteText(m.schema().featureNames(), m.schema().targets())
        .lines(r)
        .forEach(note -> NamedLine.add(out, "note", note));
    for (int t = 0; t < model.targets(); t++) {
      new TargetInside(m, model, t).text(out, result.coefficients());
    }
    return out.toString();
  }

  private static void origin(ModelFile m, StringBuilder out) {
    NamedLine.add(out, "command", m.provenance().command());
    m.provenance()
        .files()
        .forEach(
            f ->
                NamedLine.add(
                    out,
                    "data",
                    f.name() + (f.sha256().isEmpty() ? "" : "  sha256 " + f.sha256())));
    NamedLine.add(
        out, "made by", "slrm " + m.provenance().version() + ", Java " + m.provenance().java());
    NamedLine.add(out, "seed", Long.toString(m.provenance().seed()));
  }

  private static void fit(FitReport r, StringBuilder out) {
    NamedLine.add(out, "method", r.method() + (r.rank() > 0 ? ", rank " + r.rank() : ""));
    NamedLine.add(
        out,
        "fitted to",
        "%s rows (%s labelled), %s, %s missing"
            .formatted(
                ReadableText.count(r.rows()),
                ReadableText.count(r.labelledRows()),
                NumberText.count(r.features(), "feature"),
                ReadableText.percent(r.missingShare())));
    if (!r.stop().isEmpty()) {
      NamedLine.add(out, "stopped", r.stop());
    }
    r.settings().forEach((name, value) -> NamedLine.add(out, "  " + name, String.valueOf(value)));
  }
}
