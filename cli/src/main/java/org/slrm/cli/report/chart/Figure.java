package org.slrm.cli.report.chart;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.ArrayList;
import java.util.List;

/** A card: title, one sentence on how to read it, chart, legend, and the table behind it. */
public final class Figure {
  private final String title;
  private final String lead;
  private final List<String> legend = new ArrayList<>();
  private String chart = "";
  private String table = "";

  public Figure(String title, String lead) {
    this.title = title;
    this.lead = lead;
  }

  public Figure chart(String html) {
    chart = html;
    return this;
  }

  /** Adds an entry to the legend; none when the text is empty. */
  public Figure legend(String style, String text) {
    if (text.isEmpty()) {
      return this;
    }
    legend.add("<span><i class=\"" + style + "\"></i>" + esc(text) + "</span>");
    return this;
  }

  public Figure table(DataTable data) {
    table = data.folded();
    return this;
  }

  public String html() {
    String keys =
        legend.isEmpty() ? "" : "<div class=\"legend\">" + String.join("", legend) + "</div>";
    return "<figure class=\"card\"><figcaption><h3>%s</h3><p>%s</p></figcaption>%s%s%s</figure>\n"
        .formatted(esc(title), esc(lead), keys, chart, table);
  }
}
