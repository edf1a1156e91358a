package org.slrm.cli.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.SlrmModel;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.text.NoteText;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.FitReport.Skipped;

/** Every candidate of a search: evaluated with its error, or skipped with the reason. */
public final class CandidateList {
  private CandidateList() {}

  /** Tables of evaluated and skipped candidates, then all notes. */
  public static String text(ModelFile m, SlrmModel model) {
    FitReport r = model.report();
    StringBuilder out = new StringBuilder();
    if (r.candidates().isEmpty()) {
      out.append("The method ").append(ForeignText.word(r.method()));
      out.append(" evaluated no candidates.\n");
    } else {
      tables(m, model, out);
    }
    List<String> notes = new NoteText(m.schema().featureNames(), m.schema().targets()).lines(r);
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

  private static List<String> row(CandidateScore c, String target) {
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

  /** The same as JSON: evaluated candidates, then skipped ones. */
  public static List<Map<String, Object>> json(ModelFile m, SlrmModel model) {
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
}
