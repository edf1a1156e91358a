package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.FitResult;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.score.Scores;
import org.slrm.io.train.HoldOutScores;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.FitReport.Score;

/** A fit as text. */
public record FitText(FitResult result) {
  private static final int SHOWN = 12;
  private static final int NOTES_SHOWN = 5;

  public String text() {
    StringBuilder out = new StringBuilder();
    FitReport report = result.report();
    if (result.schema().targets().size() == 1) {
      target(out);
    } else {
      targets(out);
    }
    result.holdout().targets().forEach(t -> holdout(out, t));
    out.append("\nMethod ").append(report.method());
    if (report.rank() > 0) {
      out.append(", rank ").append(report.rank());
    }
    out.append("; ").append(ReadableText.duration(result.seconds())).append(".");
    if (!report.stop().isEmpty()) {
      out.append(" Stopped: ").append(report.stop()).append('.');
    }
    out.append('\n');
    WarningText.lines(result.fitWarnings())
        .forEach(w -> out.append(ForeignText.line(w)).append('\n'));
    notes(out);
    String place = ForeignText.line(result.model().toString());
    out.append("\nModel written to ").append(place).append('\n');
    if (result.page() != null) {
      out.append("Report written to ")
          .append(ForeignText.line(result.page().toString()))
          .append('\n');
    }
    return out.append("Next: slrm predict ")
        .append(ForeignText.line(ShellWord.file(result.model().toString())))
        .append(" NEW.csv --out predictions.csv\n")
        .toString();
  }

  /** The first notes; a last line gives the number of further ones, and where to find them. */
  private void notes(StringBuilder out) {
    List<String> all =
        new NoteText(result.schema().featureNames(), result.schema().targets()).lines(result);
    int shown = Math.min(NOTES_SHOWN, all.size());
    for (String note : all.subList(0, shown)) {
      out.append("Note: ").append(ForeignText.line(note)).append('\n');
    }
    if (all.size() > shown) {
      out.append(ReadableText.count(all.size() - shown));
      out.append(all.size() - shown == 1 ? " more note" : " more notes");
      out.append(": inspect --candidates, --json or the report\n");
    }
  }

  private static void holdout(StringBuilder out, HoldOutScores.OfTarget t) {
    out.append("\nHold-out: ");
    out.append(ReadableText.count(t.scores().rows())).append(" rows of ");
    out.append(ForeignText.word(t.name())).append(", ");
    if (t.scores() instanceof Scores.NumericScores n && n.kind() == LabelKind.NUMERIC) {
      out.append("RMSE ").append(ReadableText.number(n.rmse()));
    } else {
      out.append(ScoreText.name(t.scores().scoreName())).append(' ');
      out.append(ReadableText.number(t.scores().score()));
    }
    out.append(", explained ").append(ReadableText.percent(t.scores().explained()));
    out.append(", ").append(ReadableText.percent(t.coverage())).append(" in their ");
    out.append(ReadableText.percent(HoldOutScores.LEVEL));
    out.append(t.scores() instanceof Scores.NumericScores ? " interval\n" : " set\n");
  }

  private void heading(StringBuilder out, String what) {
    FitReport report = result.report();
    out.append("Predicting ").append(what).append(" from ");
    out.append(NumberText.count(report.features(), "feature")).append(", ");
    out.append(NumberText.count(report.labelledRows(), "labelled row")).append(", ");
    out.append(ReadableText.percent(report.missingShare())).append(" of the entries missing\n");
  }

  private void targets(StringBuilder out) {
    heading(out, result.schema().targets().size() + " targets");
    int targets = result.schema().targets().size();
    boolean numbers =
        IntStream.range(0, targets)
            .allMatch(t -> result.fitted().labelKind(t) == LabelKind.NUMERIC);
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
    Score s = result.score(t);
    return List.of(
        ForeignText.word(result.schema().targets().get(t)),
        ReadableText.number(Math.sqrt(s.mse())),
        ReadableText.number(Math.sqrt(s.mse() / (1 - s.r2()))),
        ReadableText.percent(s.r2()),
        ReadableText.number(s.mse()),
        "± " + ReadableText.number(s.standardError()));
  }

  private List<String> scoreRow(int t) {
    Score s = result.score(t);
    int levels = result.fitted().levels(t);
    return List.of(
        ForeignText.word(result.schema().targets().get(t)),
        levels > 0 ? levels + " classes" : result.fitted().labelKind(t).label(),
        ScoreText.name(s.name()),
        ReadableText.number(s.score()),
        "± " + ReadableText.number(s.scoreError()),
        ReadableText.number(TargetLines.baseline(s)),
        ReadableText.percent(s.explained()));
  }

  private void target(StringBuilder out) {
    heading(out, ForeignText.word(result.schema().targets().get(0)));
    TargetLines lines = new TargetLines(out);
    lines.of(
        result.fitted().labelKind(0),
        result.score(0),
        result.report(),
        result.schema().target(0).levels(),
        0);
    lines.blocks(result.blocks(0));
    candidates(out);
  }

  private void candidates(StringBuilder out) {
    List<CandidateScore> tried =
        result.report().candidates().stream()
            .sorted(Comparator.comparingDouble(CandidateScore::mse))
            .toList();
    if (tried.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    int rank = 0;
    for (CandidateScore c : tried) {
      if (rank++ >= SHOWN && c.weight() == 0) {
        continue;
      }
      rows.add(InspectionText.row(c, ""));
    }
    out.append("\n  Candidates");
    boolean all = rows.size() == tried.size();
    out.append(all ? "" : ", the best " + SHOWN + " and all with weight, of " + tried.size())
        .append(":\n");
    out.append(
        ReadableText.table(
            List.of("candidate", ">rank", ">" + evaluatedBy(), "", ">weight", ""), rows));
  }

  /** The score of candidates; for robust labels the loss they are fitted by. */
  private String evaluatedBy() {
    boolean robust = result.fitted().labelKind(0) == LabelKind.ROBUST;
    return robust ? "robust loss" : ScoreText.name(result.scoreName(0));
  }
}
