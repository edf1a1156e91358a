package org.slrm.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.label.ClassCurves;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.WarningText;
import org.slrm.cli.report.section.ScoreText;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.Scores;
import org.slrm.result.ClassMetrics;

/**
 * What evaluate tells of each target, by what it is.
 *
 * @param scores by target
 * @param level coverage of intervals and sets
 * @param best the best predictor there is, where the truth is known
 * @param outages what losing columns costs
 * @param warnings how the rows differ from those at training
 */
record EvaluationResult(
    Map<String, Scores> scores,
    double level,
    @Nullable BayesErrors best,
    OutageLines outages,
    List<DataWarning> warnings) {
  private static final int CLASSES_SHOWN = 12;

  /** One object, or with several targets one of objects by name; warnings last. */
  Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    boolean one = scores.size() == 1;
    scores.forEach((name, s) -> out.putAll(one ? json(name, s) : Map.of(name, json(name, s))));
    out.putIfAbsent("warnings", WarningText.json(warnings));
    return out;
  }

  private Map<String, Object> json(String name, Scores s) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rows", s.rows());
    if (s instanceof Scores.OfNumber n) {
      number(n, out);
    } else if (s instanceof Scores.OfClasses c) {
      classes(c, out);
    }
    out.put("score", s.score());
    out.put("scoreName", s.scoreName());
    if (!s.kind().isPlain()) {
      out.put("explained", s.explained());
    }
    if (best != null && best.knows(name) && s.kind().isPlain()) {
      best.json(out);
    }
    if (!outages.curves().isEmpty()) {
      out.put("outages", outages.json(name));
    }
    return out;
  }

  private static void number(Scores.OfNumber n, Map<String, Object> out) {
    if (n.kind().isCount()) {
      out.put("deviance", n.score());
      out.put("devianceExplained", n.explained());
    }
    if (n.kind().logScale() && !n.kind().isCount()) {
      out.put(n.scoreName(), n.score());
    }
    out.put("mse", n.mse());
    out.put("rmse", n.rmse());
    out.put("mae", n.mae());
    out.put("r2", n.r2());
    out.put("coverage", n.coverage());
    out.put("answered", n.answered());
  }

  private static void classes(Scores.OfClasses c, Map<String, Object> out) {
    ClassMetrics m = c.metrics();
    out.put("logLoss", m.logLoss());
    out.put("brier", m.brier());
    out.put("auc", m.auc());
    out.put("accuracy", m.accuracy());
    out.put("balancedAccuracy", m.balancedAccuracy());
    out.put("setCoverage", c.setCoverage());
    out.put("calibrationError", m.calibrationError());
    out.put("answered", c.answered());
    Map<String, Object> each = new LinkedHashMap<>();
    Map<String, Object> confusion = new LinkedHashMap<>();
    double[][] taken = m.confusion();
    for (int k = 0; k < c.perClass().size(); k++) {
      Scores.OfClass of = c.perClass().get(k);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("rows", of.rows());
      one.put("recall", of.recall());
      one.put("precision", of.precision());
      one.put("auc", of.auc());
      one.put("setCoverage", of.setCoverage());
      one.putAll(ClassCurves.json(m, k));
      each.put(of.level(), one);
      Map<String, Object> row = new LinkedHashMap<>();
      for (int j = 0; j < taken.length; j++) {
        row.put(c.perClass().get(j).level(), (long) taken[k][j]);
      }
      confusion.put(of.level(), row);
    }
    out.put("perClass", each);
    out.put("confusion", confusion);
    out.put("setSize", c.setSize());
  }

  /** A table of the numbers, then the classes one target after the other. */
  String text() {
    StringBuilder out = new StringBuilder();
    List<List<String>> plain = new ArrayList<>();
    List<List<String>> others = new ArrayList<>();
    scores.forEach(
        (name, s) -> {
          if (s instanceof Scores.OfNumber n) {
            (n.kind().isPlain() ? plain : others).add(line(name, n));
          }
        });
    String within = ">in " + ReadableText.percent(level) + " interval";
    if (!plain.isEmpty()) {
      bestPossible(plain);
      out.append(
          ReadableText.table(
              List.of("target", ">rows", ">rmse", ">mae", ">R²", ">mse", within, ">answered"),
              plain));
    }
    if (!others.isEmpty()) {
      out.append(
          ReadableText.table(
              List.of(
                  "target",
                  "kind",
                  ">rows",
                  "score",
                  "",
                  ">explained",
                  ">mae",
                  within,
                  ">answered"),
              others));
    }
    scores.forEach(
        (name, s) -> {
          if (s instanceof Scores.OfClasses c) {
            out.append(out.isEmpty() ? "" : "\n");
            new ClassLines(out, level).of(name, c, CLASSES_SHOWN);
          }
        });
    return out + outages.text(scores);
  }

  private static List<String> line(String name, Scores.OfNumber n) {
    boolean plain = n.kind().isPlain();
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
      out.add(ReadableText.number(n.mae()));
    }
    out.add(ReadableText.percent(n.coverage()));
    out.add(ReadableText.percent(n.answered()));
    return out;
  }

  private void bestPossible(List<List<String>> rows) {
    boolean known =
        best != null
            && scores.entrySet().stream()
                .anyMatch(e -> best.knows(e.getKey()) && e.getValue().kind().isPlain());
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
}
