package org.slrm.cli.report;

import static org.slrm.cli.report.Html.esc;

import java.util.ArrayList;
import java.util.List;

/** A card: title, one sentence on how to read it, chart, legend, and the table behind it. */
final class Figure {
  private final String title;
  private final String lead;
  private final List<String> legend = new ArrayList<>();
  private String style = "";
  private String chart = "";
  private String table = "";

  Figure(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  /** Takes the whole width. */
  Figure wide() {
    style = " wide";
    return this;
  }

  Figure chart(String html) {
    chart = html;
    return this;
  }

  /** Adds an entry to the legend; none when the text is empty. */
  Figure legend(String style, String text) {
    if (text.isEmpty()) {
      return this;
    }
    legend.add("<span><i class=\"" + style + "\"></i>" + esc(text) + "</span>");
    return this;
  }

  Figure table(DataTable data) {
    table = data.folded();
    return this;
  }

  String html() {
    String keys =
        legend.isEmpty() ? "" : "<div class=\"legend\">" + String.join("", legend) + "</div>";
    return "<figure class=\"card"
        + style
        + "\"><figcaption><h3>"
        + esc(title)
        + "</h3><p>"
        + esc(lead)
        + "</p></figcaption>"
        + keys
        + chart
        + table
        + "</figure>\n";
  }
}
