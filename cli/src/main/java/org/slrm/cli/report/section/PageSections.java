package org.slrm.cli.report.section;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.List;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.io.check.DataWarning;
import org.slrm.io.model.ModelFile;
import org.slrm.io.train.HoldOutScores;

/** Sections of several pages. */
public final class PageSections {
  private PageSections() {}

  /** A list of notes; empty when there are none. */
  public static String notes(List<String> notes) {
    StringBuilder out = new StringBuilder();
    notes.forEach(n -> out.append("<li>").append(esc(n)).append("</li>"));
    return notes.isEmpty() ? "" : "<ul class=\"notes\">" + out + "</ul>";
  }

  /** Warnings about the data; empty when there are none. */
  public static String warnings(List<DataWarning> warnings) {
    StringBuilder out = new StringBuilder();
    for (DataWarning w : DataWarning.shortened(warnings)) {
      out.append("<li><b>").append(esc(w.code())).append("</b>: ").append(esc(w.message()));
      out.append("</li>");
    }
    return warnings.isEmpty() ? "" : "<ul class=\"notes warnings\">" + out + "</ul>";
  }

  /** Scores on held-out rows; empty without such rows. */
  public static String holdOut(HoldOutScores scores) {
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

  /** The provenance of the page. */
  public static String provenance(ModelFile.Provenance p) {
    StringBuilder out = new StringBuilder("<dl class=\"card facts\">");
    fact(out, "Command", "<code>" + esc(p.command()) + "</code>");
    fact(out, "Version", esc(p.version()));
    fact(out, "Seed", Long.toString(p.seed()));
    for (ModelFile.SourceFile f : p.files()) {
      String hash = f.sha256().isEmpty() ? "" : "<br><code>sha256 " + esc(f.sha256()) + "</code>";
      fact(out, "File", esc(f.name()) + hash);
    }
    fact(out, "Java", esc(p.java()));
    return out.append("</dl>").toString();
  }

  private static void fact(StringBuilder out, String name, String html) {
    out.append("<div><dt>")
        .append(esc(name))
        .append("</dt><dd>")
        .append(html)
        .append("</dd></div>");
  }
}
