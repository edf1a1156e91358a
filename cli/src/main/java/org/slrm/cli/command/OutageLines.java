package org.slrm.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.section.ScoreText;
import org.slrm.io.score.Outages;
import org.slrm.io.score.Scores;

/**
 * What evaluate tells of columns that are lost.
 *
 * @param curves panel by panel, none where it was not asked for
 */
record OutageLines(List<Outages.Curve> curves) {
  /** A target's curves for {@code --json}. */
  List<Map<String, Object>> json(String target) {
    return curves.stream().map(c -> json(c, target)).toList();
  }

  private static Map<String, Object> json(Outages.Curve c, String target) {
    Map<String, Object> out = new LinkedHashMap<>();
    List<Scores> of = c.scores().stream().map(s -> s.get(target)).toList();
    out.put("panel", c.panel());
    out.put("columns", c.columns());
    out.put("hidden", Arrays.stream(c.hidden()).boxed().toList());
    out.put("score", of.stream().map(Scores::score).toList());
    out.put("coverage", of.stream().map(Scores::covered).toList());
    return out;
  }

  /** A table for each target. */
  String text(Map<String, Scores> scores) {
    StringBuilder out = new StringBuilder();
    if (!curves.isEmpty()) {
      scores.forEach((name, s) -> table(name, s, out));
    }
    return out.toString();
  }

  private void table(String target, Scores any, StringBuilder out) {
    String what = ScoreText.shown(any.kind());
    out.append("\nWhat losing columns costs: ").append(what).append(" of ");
    out.append(ForeignText.word(target));
    out.append(" as more of a panel's known columns are hidden\n");
    List<List<String>> rows = new ArrayList<>();
    for (Outages.Curve c : curves) {
      List<String> row = new ArrayList<>(List.of(ForeignText.word(c.panel())));
      row.add(ReadableText.count(c.columns()));
      c.scores().forEach(s -> row.add(ReadableText.number(ScoreText.shown(s.get(target)))));
      Scores last = c.scores().get(c.scores().size() - 1).get(target);
      row.add(ReadableText.percent(last.covered()));
      rows.add(row);
    }
    List<String> head = new ArrayList<>(List.of("panel", ">columns"));
    for (double hidden : curves.get(0).hidden()) {
      head.add(hidden == 0 ? ">none" : hidden == 1 ? ">all" : ">" + ReadableText.percent(hidden));
    }
    head.add(any.kind().isClassification() ? ">in set, all hidden" : ">in interval, all hidden");
    out.append(ReadableText.table(head, rows));
  }
}
