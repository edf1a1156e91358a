package org.slrm.cli.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.section.Notes;
import org.slrm.io.column.Schema;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.Candidate;
import org.slrm.result.FitReport.Score;

/**
 * What fit tells: in words for people, or as one JSON object.
 *
 * @param schema what was read
 * @param report the fit's report
 * @param seconds time taken
 * @param model where the model went
 * @param page where the HTML report went, null without
 * @param cache where the rows of a fit by passes are kept, null without
 */
public record FitResult(
    Schema schema,
    FitReport report,
    double seconds,
    Path model,
    @Nullable Path page,
    @Nullable Path cache) {
  private static final int SHOWN = 12;

  /** The object of {@code --json}. */
  public Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("method", report.method());
    out.put("rank", report.rank());
    out.put("rows", report.rows());
    out.put("features", report.features());
    out.put("targets", schema.targets());
    out.put("missing", report.missingShare());
    out.put("cv", cv());
    out.put("candidates", report.candidates().stream().map(this::candidate).toList());
    out.put("seconds", seconds);
    out.put("stop", report.stop());
    out.put("notes", Notes.named(report.notes(), schema.featureNames()));
    out.put("seed", report.seed());
    out.put("model", model.toString());
    if (cache != null) {
      out.put("cache", cache.toString());
    }
    return out;
  }

  private Map<String, Object> cv() {
    Map<String, Object> out = new LinkedHashMap<>();
    List<Map<String, Object>> all = new ArrayList<>();
    for (int t = 0; t < schema.targets().size(); t++) {
      Score s = score(t);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("target", schema.targets().get(t));
      one.put("mse", s.mse());
      one.put("r2", s.r2());
      one.put("standardError", s.standardError());
      all.add(one);
    }
    out.putAll(all.get(0));
    out.remove("target");
    if (all.size() > 1) {
      out.put("perTarget", all);
    }
    return out;
  }

  private Map<String, Object> candidate(Candidate c) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", c.name());
    out.put("rank", c.rank());
    out.put("target", schema.targets().get(c.target()));
    out.put("mse", c.mse());
    out.put("standardError", c.standardError());
    out.put("weight", c.weight());
    out.put("settings", c.settings());
    return out;
  }

  private Score score(int target) {
    return report.scores().isEmpty()
        ? new Score(0, Double.NaN, Double.NaN, Double.NaN)
        : report.scores().get(target);
  }

  /** The text for people. */
  public String text() {
    StringBuilder out = new StringBuilder();
    if (schema.targets().size() == 1) {
      target(out);
    } else {
      targets(out);
    }
    out.append("\nMethod ").append(report.method());
    if (report.rank() > 0) {
      out.append(", rank ").append(report.rank());
    }
    out.append("; ").append(ReadableText.duration(seconds)).append(".");
    if (!report.stop().isEmpty()) {
      out.append(" Stopped: ").append(report.stop()).append('.');
    }
    out.append('\n');
    Notes.named(report.notes(), schema.featureNames())
        .forEach(note -> out.append("Note: ").append(ForeignText.line(note)).append('\n'));
    String place = ForeignText.line(model.toString());
    out.append("\nModel written to ").append(place).append('\n');
    if (page != null) {
      out.append("Report written to ").append(ForeignText.line(page.toString())).append('\n');
    }
    return out.append("Next: slrm predict ")
        .append(place)
        .append(" NEW.csv --out predictions.csv\n")
        .toString();
  }

  private void heading(StringBuilder out, String what) {
    out.append("Predicting ").append(what).append(" from ");
    out.append(ReadableText.count(report.features())).append(" features, ");
    out.append(ReadableText.count(report.labelledRows())).append(" labelled rows, ");
    out.append(ReadableText.percent(report.missingShare())).append(" of the entries missing\n");
  }

  private void targets(StringBuilder out) {
    heading(out, schema.targets().size() + " targets");
    List<List<String>> rows = new ArrayList<>();
    for (int t = 0; t < schema.targets().size(); t++) {
      Score s = score(t);
      rows.add(
          List.of(
              ForeignText.word(schema.targets().get(t)),
              ReadableText.number(Math.sqrt(s.mse())),
              ReadableText.number(Math.sqrt(s.mse() / (1 - s.r2()))),
              ReadableText.percent(s.r2()),
              ReadableText.number(s.mse()),
              "± " + ReadableText.number(s.standardError())));
    }
    out.append(
        ReadableText.table(
            List.of("target", ">typical error", ">by the mean", ">explained", ">squared error", ""),
            rows));
  }

  private void target(StringBuilder out) {
    Score s = score(0);
    heading(out, ForeignText.word(schema.targets().get(0)));
    if (Double.isNaN(s.mse())) {
      out.append("  no error estimate: too few labelled rows to hold some back\n");
    } else {
      double variance = s.mse() / (1 - s.r2());
      row(
          out,
          "typical error",
          ReadableText.number(Math.sqrt(s.mse())) + "  on rows the model had not seen");
      row(
          out,
          "by the mean alone",
          ReadableText.number(Math.sqrt(variance))
              + "  if every row were predicted by the average");
      row(
          out,
          "explained",
          ReadableText.percent(s.r2())
              + " of the variation (R² "
              + ReadableText.number(s.r2())
              + ")"
              + verdict(s.r2()));
      row(
          out,
          "squared error",
          ReadableText.number(s.mse())
              + " ± "
              + ReadableText.number(s.standardError())
              + " (standard error, "
              + ReadableText.count(s.rows())
              + " rows)");
    }
    candidates(out);
  }

  private static void row(StringBuilder out, String name, String value) {
    out.append("  ").append(name).append(" ".repeat(20 - name.length())).append(value).append('\n');
  }

  private static String verdict(double r2) {
    return r2 < 0.02 ? ": no better than the average" : "";
  }

  private void candidates(StringBuilder out) {
    List<Candidate> tried =
        report.candidates().stream().sorted(Comparator.comparingDouble(Candidate::mse)).toList();
    if (tried.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    int rank = 0;
    for (Candidate c : tried) {
      if (rank++ >= SHOWN && c.weight() == 0) {
        continue;
      }
      rows.add(
          List.of(
              c.name(),
              c.rank() > 0 ? Integer.toString(c.rank()) : "",
              ReadableText.number(c.mse()),
              "± " + ReadableText.number(c.standardError()),
              c.weight() > 0 ? ReadableText.percent(c.weight()) : ""));
    }
    out.append("\n  Tried");
    boolean all = rows.size() == tried.size();
    out.append(all ? "" : ", the best " + SHOWN + " and all in use, of " + tried.size())
        .append(":\n");
    out.append(
        ReadableText.table(List.of("candidate", ">rank", ">squared error", "", ">weight"), rows));
  }
}
