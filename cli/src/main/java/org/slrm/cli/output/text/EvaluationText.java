package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.result.BayesErrors;
import org.slrm.cli.result.EvaluationResult;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;

/** An evaluation as text. */
public record EvaluationText(EvaluationResult result) {
  private static final int CLASSES_SHOWN = 12;

  /** A table of the numbers, then the classes one target after the other. */
  public String text() {
    StringBuilder out = new StringBuilder();
    numbers(out);
    result
        .scores()
        .forEach(
            (name, s) -> {
              if (s instanceof Scores.ClassificationScores c) {
                out.append(out.isEmpty() ? "" : "\n");
                new ClassLines(out, result.level()).of(name, c, CLASSES_SHOWN);
              }
            });
    outages(out);
    return out.toString();
  }

  private void numbers(StringBuilder out) {
    List<List<String>> plain = new ArrayList<>();
    List<List<String>> others = new ArrayList<>();
    List<List<String>> quantiles = new ArrayList<>();
    result
        .scores()
        .forEach(
            (name, s) -> {
              if (s instanceof Scores.NumericScores n) {
                boolean number = n.kind() == LabelKind.NUMERIC;
                (number ? plain : n.isQuantile() ? quantiles : others).add(line(name, n));
              }
            });
    String within = ">in " + ReadableText.percent(result.level()) + " interval";
    if (!plain.isEmpty()) {
      bestPossible(plain);
      out.append(
          ReadableText.table(
              List.of("target", ">rows", ">rmse", ">mae", ">R²", ">mse", within, ">answered"),
              plain));
    }
    out.append(table(others, ">mae", within));
    out.append(table(quantiles, ">at or below prediction", within));
  }

  private static String table(List<List<String>> rows, String error, String within) {
    List<String> header =
        List.of("target", "kind", ">rows", "score", "", ">explained", error, within, ">answered");
    return rows.isEmpty() ? "" : ReadableText.table(header, rows);
  }

  private static List<String> line(String name, Scores.NumericScores n) {
    boolean plain = n.kind() == LabelKind.NUMERIC;
    List<String> out = new ArrayList<>(List.of(ForeignText.word(name)));
    if (plain) {
      out.add(ReadableText.count(n.rows()));
      out.add(ReadableText.number(n.rmse()));
      out.add(ReadableText.number(n.mae()));
      out.add(ReadableText.number(n.r2()));
      out.add(ReadableText.number(n.mse()));
    } else {
      out.add(n.kind().label());
      out.add(ReadableText.count(n.rows()));
      out.add(ScoreText.name(n.scoreName()));
      out.add(ReadableText.number(n.score()));
      out.add(ReadableText.percent(n.explained()));
      out.add(n.isQuantile() ? below(n) : ReadableText.number(n.mae()));
    }
    out.add(ReadableText.percent(n.coverage()));
    out.add(ReadableText.percent(n.answered()));
    return out;
  }

  private static String below(Scores.NumericScores n) {
    return ReadableText.percent(n.belowPrediction())
        + " (nominal "
        + ReadableText.percent(n.kind().quantile())
        + ")";
  }

  private void bestPossible(List<List<String>> rows) {
    BayesErrors best = result.best();
    boolean known =
        best != null
            && result.scores().entrySet().stream()
                .anyMatch(e -> best.knows(e.getKey()) && e.getValue().kind() == LabelKind.NUMERIC);
    if (best == null || !known) {
      return;
    }
    rows.add(
        List.of(
            "best possible",
            ReadableText.count(best.rows()),
            ReadableText.number(Math.sqrt(best.mse())),
            "",
            "",
            ReadableText.number(best.mse()),
            "expected " + ReadableText.number(best.expected()),
            ""));
  }

  private void outages(StringBuilder out) {
    if (!result.outages().isEmpty()) {
      result.scores().forEach((name, s) -> table(name, s, out));
    }
  }

  private void table(String target, Scores any, StringBuilder out) {
    String what = ScoreText.shown(any.kind());
    out.append("\nError with lost columns: ").append(what).append(" of ");
    out.append(ForeignText.word(target));
    out.append(" as more of a panel's observed features are hidden\n");
    List<List<String>> rows = new ArrayList<>();
    for (MissingColumnCurves.Curve c : result.outages()) {
      List<String> row = new ArrayList<>(List.of(ForeignText.word(c.panel())));
      row.add(ReadableText.count(c.columns()));
      c.scores().forEach(s -> row.add(ReadableText.number(ScoreText.shown(s.get(target)))));
      Scores last = c.scores().get(c.scores().size() - 1).get(target);
      row.add(ReadableText.percent(last.covered()));
      rows.add(row);
    }
    List<String> head = new ArrayList<>(List.of("panel", ">columns"));
    for (double hidden : result.outages().get(0).hidden()) {
      head.add(hidden == 0 ? ">none" : hidden == 1 ? ">all" : ">" + ReadableText.percent(hidden));
    }
    head.add(any.kind() == LabelKind.CLASSES ? ">in set, all hidden" : ">in interval, all hidden");
    out.append(ReadableText.table(head, rows));
  }
}
