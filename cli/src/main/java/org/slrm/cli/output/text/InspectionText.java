package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.Inspection;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.FitReport.Skipped;

/** What is inside a model file, in words. */
public record InspectionText(Inspection result) {
  /** The file in words, or all candidates. */
  public String text() {
    ModelFile m = result.file();
    SlrmModel model = result.model();
    if (result.candidates()) {
      return candidates(m, model);
    }
    FitReport r = model.report();
    StringBuilder out = new StringBuilder();
    WarningText.lines(result.warnings()).forEach(w -> out.append(ForeignText.line(w)).append('\n'));
    origin(m, out);
    fit(r, out);
    MemberText.of(m, model).lines().forEach(fact -> line(out, "member", fact));
    new MissingnessText(r.missingness(), m.schema())
        .lines()
        .forEach(fact -> line(out, "missing by value", fact));
    new NoteText(m.schema().featureNames(), m.schema().targets())
        .lines(r)
        .forEach(note -> line(out, "note", note));
    for (int t = 0; t < model.targets(); t++) {
      new TargetText(m, model, t).text(out, result.coefficients());
    }
    return out.toString();
  }

  private static void origin(ModelFile m, StringBuilder out) {
    line(out, "command", m.provenance().command());
    m.provenance()
        .files()
        .forEach(
            f ->
                line(
                    out,
                    "data",
                    f.name() + (f.sha256().isEmpty() ? "" : "  sha256 " + f.sha256())));
    line(out, "made by", "slrm " + m.provenance().version() + ", Java " + m.provenance().java());
    line(out, "seed", Long.toString(m.provenance().seed()));
  }

  private static void fit(FitReport r, StringBuilder out) {
    line(out, "method", r.method() + (r.rank() > 0 ? ", rank " + r.rank() : ""));
    line(
        out,
        "fitted to",
        "%s rows (%s labelled), %s, %s missing"
            .formatted(
                ReadableText.count(r.rows()),
                ReadableText.count(r.labelledRows()),
                NumberText.count(r.features(), "feature"),
                ReadableText.percent(r.missingShare())));
    if (!r.stop().isEmpty()) {
      line(out, "stopped", r.stop());
    }
    r.settings().forEach((name, value) -> line(out, "  " + name, String.valueOf(value)));
  }

  /** Adds a line with a name and a value, in two columns. */
  static void line(StringBuilder out, String name, String value) {
    String pad = " ".repeat(Math.max(1, 24 - name.length()));
    out.append(ForeignText.word(name)).append(pad).append(ForeignText.line(value)).append('\n');
  }

  /** Tables of evaluated and skipped candidates, then all notes. */
  private static String candidates(ModelFile m, SlrmModel model) {
    FitReport r = model.report();
    StringBuilder out = new StringBuilder();
    if (r.candidates().isEmpty()) {
      out.append("The method ").append(ForeignText.word(r.method()));
      out.append(" evaluated no candidates.\n");
    } else {
      tables(m, model, out);
    }
    List<String> notes =
        new NoteText(m.schema().featureNames(), m.schema().targets())
            .lines(r).stream().filter(note -> !note.contains("inspect --candidates")).toList();
    out.append(notes.isEmpty() ? "" : "\nNotes:\n");
    notes.forEach(note -> out.append("  ").append(ForeignText.line(note)).append('\n'));
    return out.toString();
  }

  private static void tables(ModelFile m, SlrmModel model, StringBuilder out) {
    FitReport r = model.report();
    boolean several = model.targets() > 1;
    List<List<String>> evaluated =
        r.candidates().stream()
            .sorted(
                Comparator.comparingInt(CandidateScore::target)
                    .thenComparingDouble(CandidateScore::mse))
            .map(c -> row(c, several ? m.schema().targets().get(c.target()) : ""))
            .toList();
    out.append("Evaluated on all folds:\n");
    out.append(
        ReadableText.table(
            List.of("candidate", ">rank", ">error", "", ">weight", several ? "target" : ""),
            evaluated));
    if (!r.skipped().isEmpty()) {
      List<List<String>> skipped = new ArrayList<>();
      r.skipped().forEach(s -> skipped.add(row(s)));
      out.append("\nStopped early or skipped:\n");
      out.append(ReadableText.table(List.of("candidate", ">rank", ">folds", "reason"), skipped));
    }
  }

  /** A row of a table of candidates. */
  static List<String> row(CandidateScore c, String target) {
    return List.of(
        ForeignText.line(c.name()),
        c.rank() > 0 ? Integer.toString(c.rank()) : "",
        ReadableText.number(c.mse()),
        "± " + ReadableText.number(c.standardError()),
        c.weight() > 0 ? ReadableText.percent(c.weight()) : "",
        ForeignText.word(target));
  }

  private static List<String> row(Skipped s) {
    return List.of(
        ForeignText.line(s.name()),
        s.rank() > 0 ? Integer.toString(s.rank()) : "",
        Integer.toString(s.folds()),
        NoteText.reason(s.reason()));
  }
}
