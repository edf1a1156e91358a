package org.slrm.cli.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.report.section.ExcludedOutliers;
import org.slrm.cli.report.section.HoldOutSection;
import org.slrm.cli.report.section.NoteText;
import org.slrm.cli.report.section.ScoreText;
import org.slrm.cli.report.section.TimeBlocks;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.Schema;
import org.slrm.io.score.LabelScore;
import org.slrm.io.score.Scores;
import org.slrm.io.train.HoldOutScores;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.Candidate;
import org.slrm.result.FitReport.Score;

/**
 * What fit tells: in words for people, or as one JSON object.
 *
 * @param schema what was read
 * @param fitted the model
 * @param warnings of the data, shown before the fit
 * @param late warnings of the fit itself
 * @param remarks what to say of the targets besides the notes of the fit
 * @param holdout how it did on held-out rows
 * @param seconds time taken
 * @param model where the model went
 * @param page where the HTML report went, null without
 * @param cache where the rows of a fit by passes are kept, null without
 */
public record FitResult(
    Schema schema,
    SlrmModel fitted,
    List<DataWarning> warnings,
    List<DataWarning> late,
    List<String> remarks,
    HoldOutScores holdout,
    double seconds,
    Path model,
    @Nullable Path page,
    @Nullable Path cache) {
  private static final int SHOWN = 12;

  private FitReport report() {
    return fitted.report();
  }

  private List<String> notes() {
    List<String> out = new ArrayList<>(remarks);
    out.addAll(new NoteText(schema.featureNames(), schema.targets()).lines(report()));
    return out;
  }

  /** The object of {@code --json}. */
  public Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    FitReport report = report();
    List<DataWarning> all = new ArrayList<>(warnings);
    all.addAll(late);
    out.put("warnings", WarningText.json(all));
    out.put("method", report.method());
    out.put("rank", report.rank());
    out.put("rows", report.rows());
    out.put("features", report.features());
    out.put("targets", schema.targets());
    out.put("missing", report.missingShare());
    out.put("cv", cv());
    if (!holdout.none()) {
      out.put("holdout", HoldOutSection.json(holdout));
    }
    if (!report.outliers().isEmpty() && report.outliers().excluded()) {
      out.put(
          "grossErrors",
          new ExcludedOutliers(report.outliers(), schema.featureNames(), schema.targets()).json());
    }
    out.put("candidates", report.candidates().stream().map(this::candidate).toList());
    out.put("seconds", seconds);
    out.put("stop", report.stop());
    out.put("notes", notes());
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
      one.put("score", s.score());
      one.put("scoreName", s.name());
      one.put("scoreStandardError", s.scoreError());
      one.put("explained", s.explained());
      TimeBlocks blocks = blocks(t);
      if (blocks.several()) {
        one.put("blocks", blocks.json());
      }
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
    out.put("name", c.label());
    out.put("rank", c.rank());
    out.put("target", schema.targets().get(c.target()));
    if (fitted.labelKind(c.target()).isPlain()) {
      out.put("mse", c.mse());
    }
    out.put("score", c.mse());
    out.put("standardError", c.standardError());
    out.put("weight", c.weight());
    out.put("settings", c.settings());
    return out;
  }

  private TimeBlocks blocks(int target) {
    return TimeBlocks.of(report(), target, LabelScore.of(fitted, target));
  }

  private Score score(int target) {
    double nan = Double.NaN;
    return report().scores().isEmpty()
        ? new Score(0, nan, nan, nan, scoreName(target), nan, nan, nan)
        : report().scores().get(target);
  }

  private String scoreName(int target) {
    return LabelScore.of(fitted, target).name();
  }

  /** The text for people. */
  public String text() {
    StringBuilder out = new StringBuilder();
    FitReport report = report();
    if (schema.targets().size() == 1) {
      target(out);
    } else {
      targets(out);
    }
    holdout.targets().forEach(t -> holdout(out, t));
    out.append("\nMethod ").append(report.method());
    if (report.rank() > 0) {
      out.append(", rank ").append(report.rank());
    }
    out.append("; ").append(ReadableText.duration(seconds)).append(".");
    if (!report.stop().isEmpty()) {
      out.append(" Stopped: ").append(report.stop()).append('.');
    }
    out.append('\n');
    WarningText.lines(late).forEach(w -> out.append(ForeignText.line(w)).append('\n'));
    notes().forEach(note -> out.append("Note: ").append(ForeignText.line(note)).append('\n'));
    String place = ForeignText.line(model.toString());
    out.append("\nModel written to ").append(place).append('\n');
    if (page != null) {
      out.append("Report written to ").append(ForeignText.line(page.toString())).append('\n');
    }
    return out.append("Next: slrm predict ")
        .append(ForeignText.line(ShellWord.file(model.toString())))
        .append(" NEW.csv --out predictions.csv\n")
        .toString();
  }

  private static void holdout(StringBuilder out, HoldOutScores.OfTarget t) {
    out.append("\nHold-out: ");
    out.append(ReadableText.count(t.scores().rows())).append(" rows of ");
    out.append(ForeignText.word(t.name())).append(", ");
    if (t.scores() instanceof Scores.OfNumber n && n.kind().isPlain()) {
      out.append("RMSE ").append(ReadableText.number(n.rmse()));
    } else {
      out.append(ScoreText.name(t.scores().scoreName())).append(' ');
      out.append(ReadableText.number(t.scores().score()));
    }
    out.append(", explained ").append(ReadableText.percent(t.scores().explained()));
    out.append(", ").append(ReadableText.percent(t.coverage())).append(" in their ");
    out.append(ReadableText.percent(HoldOutScores.LEVEL));
    out.append(t.scores() instanceof Scores.OfNumber ? " interval\n" : " set\n");
  }

  private void heading(StringBuilder out, String what) {
    FitReport report = report();
    out.append("Predicting ").append(what).append(" from ");
    out.append(ReadableText.count(report.features())).append(" features, ");
    out.append(ReadableText.count(report.labelledRows())).append(" labelled rows, ");
    out.append(ReadableText.percent(report.missingShare())).append(" of the entries missing\n");
  }

  private void targets(StringBuilder out) {
    heading(out, schema.targets().size() + " targets");
    int targets = schema.targets().size();
    boolean numbers = IntStream.range(0, targets).allMatch(t -> fitted.labelKind(t).isPlain());
    List<List<String>> rows = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      rows.add(numbers ? numberRow(t) : scoreRow(t));
    }
    out.append(
        ReadableText.table(
            numbers
                ? List.of("target", ">RMSE", ">baseline", ">R²", ">MSE", "")
                : List.of("target", "kind", "score", ">value", "", ">baseline", ">explained"),
            rows));
  }

  private List<String> numberRow(int t) {
    Score s = score(t);
    return List.of(
        ForeignText.word(schema.targets().get(t)),
        ReadableText.number(Math.sqrt(s.mse())),
        ReadableText.number(Math.sqrt(s.mse() / (1 - s.r2()))),
        ReadableText.percent(s.r2()),
        ReadableText.number(s.mse()),
        "± " + ReadableText.number(s.standardError()));
  }

  private List<String> scoreRow(int t) {
    Score s = score(t);
    int levels = fitted.levels(t);
    return List.of(
        ForeignText.word(schema.targets().get(t)),
        levels > 0 ? levels + " classes" : fitted.labelKind(t).label(),
        ScoreText.name(s.name()),
        ReadableText.number(s.score()),
        "± " + ReadableText.number(s.scoreError()),
        ReadableText.number(TargetLines.nothing(s)),
        ReadableText.percent(s.explained()));
  }

  private void target(StringBuilder out) {
    heading(out, ForeignText.word(schema.targets().get(0)));
    TargetLines lines = new TargetLines(out);
    lines.of(fitted.labelKind(0), score(0), report(), schema.target(0).levels(), 0);
    lines.blocks(blocks(0));
    candidates(out);
  }

  private void candidates(StringBuilder out) {
    List<Candidate> tried =
        report().candidates().stream().sorted(Comparator.comparingDouble(Candidate::mse)).toList();
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
    out.append("\n  Candidates");
    boolean all = rows.size() == tried.size();
    out.append(all ? "" : ", the best " + SHOWN + " and all with weight, of " + tried.size())
        .append(":\n");
    out.append(
        ReadableText.table(List.of("candidate", ">rank", ">" + evaluated(), "", ">weight"), rows));
  }

  /** What candidates are evaluated by: those of robust labels by the loss they are fitted by. */
  private String evaluated() {
    return ScoreText.candidates(fitted.labelKind(0)).orElse(ScoreText.name(scoreName(0)));
  }
}
