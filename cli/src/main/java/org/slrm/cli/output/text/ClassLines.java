package org.slrm.cli.output.text;

import static org.slrm.cli.output.ReadableText.number;
import static org.slrm.cli.output.ReadableText.percent;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.score.Scores;
import org.slrm.result.ClassMetrics;

/** Scores of predicted classes as text. */
record ClassLines(StringBuilder out, double level) {

  /** A target, with a line for each class unless there are too many. */
  void of(String name, Scores.ClassificationScores c, int limit) {
    ClassMetrics m = c.metrics();
    out.append(ForeignText.word(name)).append(", ");
    out.append(ReadableText.count(c.rows())).append(" rows of ");
    out.append(m.levels()).append(" classes\n");
    row(
        "log loss",
        "%s  against %s for the baseline, explained %s"
            .formatted(number(m.logLoss()), number(m.baselineLogLoss()), percent(c.explained())));
    row("accuracy", percent(m.accuracy()) + ", balanced " + percent(m.balancedAccuracy()));
    row("AUC", number(m.auc()) + (m.levels() > 2 ? "  on average over classes" : ""));
    row("Brier score", number(m.brier()));
    row("calibration error", number(m.calibrationError()) + "  between probability and frequency");
    row(
        "sets",
        "%s contain the true class (nominal: %s), %s classes on average"
            .formatted(percent(c.setCoverage()), percent(level), number(c.setSize())));
    if (c.answered() < 1) {
      row("answered", percent(c.answered()));
    }
    out.append('\n').append(perClass(c, limit));
    if (m.levels() <= 6) {
      out.append('\n').append(confusion(c));
    }
  }

  private void row(String name, String value) {
    out.append("  ").append(name).append(" ".repeat(20 - name.length())).append(value).append('\n');
  }

  private static String perClass(Scores.ClassificationScores c, int limit) {
    List<List<String>> rows = new ArrayList<>();
    for (Scores.ClassScores of : c.perClass().subList(0, Math.min(limit, c.perClass().size()))) {
      rows.add(
          List.of(
              ForeignText.word(of.level()),
              ReadableText.count(of.rows()),
              percent(of.recall()),
              percent(of.precision()),
              number(of.auc()),
              percent(of.setCoverage())));
    }
    String rest =
        c.perClass().size() > limit
            ? "  and " + (c.perClass().size() - limit) + " more; --json has all\n"
            : "";
    return ReadableText.table(
            List.of("class", ">rows", ">recall", ">precision", ">AUC", ">in set"), rows)
        + rest;
  }

  private static String confusion(Scores.ClassificationScores c) {
    List<String> header = new ArrayList<>(List.of("true class"));
    c.perClass().forEach(of -> header.add(">predicted " + ForeignText.word(of.level())));
    List<List<String>> rows = new ArrayList<>();
    double[][] taken = c.metrics().confusion();
    for (int k = 0; k < taken.length; k++) {
      List<String> row = new ArrayList<>(List.of(ForeignText.word(c.perClass().get(k).level())));
      for (double n : taken[k]) {
        row.add(ReadableText.count((long) n));
      }
      rows.add(row);
    }
    return ReadableText.table(header, rows);
  }
}
