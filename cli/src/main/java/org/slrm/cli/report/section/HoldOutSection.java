package org.slrm.cli.report.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.io.score.Scores;
import org.slrm.io.train.HoldOutScores;

/** Scores on held-out rows, as JSON and on a page. */
public final class HoldOutSection {
  private HoldOutSection() {}

  /** An object like that of cross-validation: the first target, and all of them when several. */
  public static Map<String, Object> json(HoldOutScores scores) {
    List<Map<String, Object>> all = scores.targets().stream().map(HoldOutSection::json).toList();
    Map<String, Object> out = new LinkedHashMap<>(all.get(0));
    out.remove("target");
    if (all.size() > 1) {
      out.put("perTarget", all);
    }
    return out;
  }

  private static Map<String, Object> json(HoldOutScores.OfTarget t) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", t.name());
    out.put("rows", t.scores().rows());
    if (t.scores() instanceof Scores.OfNumber n) {
      out.put("mse", n.mse());
      out.put("r2", n.r2());
      out.put("standardError", t.standardError());
    }
    out.put("score", t.scores().score());
    out.put("scoreName", t.scores().scoreName());
    out.put("explained", t.scores().explained());
    out.put("coverage", t.coverage());
    return out;
  }

  /** The section of a page; empty where nothing was held out. */
  public static String html(HoldOutScores scores) {
    if (scores.none()) {
      return "";
    }
    DataTable table =
        new DataTable(
            "Target",
            "#Rows",
            "Score",
            "#Value",
            "#Explained",
            "#In " + NumberText.percent(HoldOutScores.LEVEL) + " interval or set");
    for (HoldOutScores.OfTarget t : scores.targets()) {
      table.row(
          t.name(),
          NumberText.count((int) t.scores().rows()),
          ScoreText.name(t.scores().scoreName()),
          NumberText.of(t.scores().score()),
          NumberText.percent(t.scores().explained()),
          NumberText.percent(t.coverage()));
    }
    return "<figure class=\"card\"><figcaption><p>"
        + Html.esc("These rows were held out before the fit and used for this score only.")
        + "</p></figcaption>"
        + table.html()
        + "</figure>";
  }
}
