package org.slrm.cli.report.section;

import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.io.train.HoldOutScores;

/** Scores on held-out rows. */
public final class HoldOutSection {
  private HoldOutSection() {}

  /** The section of a page; empty without held-out rows. */
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
          (int) t.scores().rows(),
          ScoreText.name(t.scores().scoreName()),
          t.scores().score(),
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
