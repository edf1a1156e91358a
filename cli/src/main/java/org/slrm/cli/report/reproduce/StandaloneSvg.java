package org.slrm.cli.report.reproduce;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.List;

/** A chart as a file with its own colours and legend. */
public final class StandaloneSvg {
  private static final String STYLE =
      "text{font:12.5px system-ui,Arial,sans-serif;fill:#5a6572}text.title{fill:#1a1f26}"
          + ".grid{stroke:#e9ecf0}.c1{color:#0b6bc0}.c2{color:#c05a00}.c3{color:#00806a}.c4{color:#8b4a9c}.c5{color:#b3305b}.c6{color:#4f86b8}.c7{color:#9a7b2f}"
          + ".line{fill:none;stroke:currentColor;stroke-width:2.2}.dashed{stroke-dasharray:5 5}"
          + ".ideal{stroke:#5a6572;stroke-width:1.5;stroke-dasharray:5 5}.bar{stroke:currentColor;stroke-width:1.6;opacity:.75}"
          + "circle{fill:currentColor}.ghost circle{fill-opacity:0}rect{fill:currentColor}"
          + ".soft{fill-opacity:.28;stroke:currentColor}.median{stroke:currentColor;stroke-width:3}";

  /** Largest width of a line of the legend, and its height. */
  private static final int WIDTH = 460;

  private static final int LINE = 18;

  private StandaloneSvg() {}

  /** An entry of the legend. */
  record LegendEntry(String style, String title) {}

  public static String of(ReproducePlot plot) {
    return of(
        plot.svg(),
        plot.shown().stream()
            .map(
                c ->
                    new LegendEntry(
                        ReproducePlot.style(c) + (ReproducePlot.dashed(c) ? " dashed" : ""),
                        c.title()))
            .toList());
  }

  /** A chart with a legend below it, in as many lines as needed. */
  static String of(String svg, List<LegendEntry> entries) {
    StringBuilder legend = new StringBuilder("<g transform=\"translate(58,356)\">");
    int x = 0;
    int y = 0;
    for (LegendEntry e : entries) {
      int width = 44 + 7 * e.title().length();
      if (x > 0 && x + width > WIDTH) {
        x = 0;
        y += LINE;
      }
      legend.append("<path class=\"line ").append(e.style());
      legend.append("\" d=\"M").append(x).append(' ').append(y).append("h18\"/>");
      legend.append("<text x=\"").append(x + 24).append("\" y=\"").append(y + 4).append("\">");
      legend.append(esc(e.title())).append("</text>");
      x += width;
    }
    legend.append("</g>");
    int height = 370 + y;
    int body = svg.indexOf('>') + 1;
    return String.format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"780\" height=\"%s\" viewBox=\"0 0"
            + " 520 %s\" role=\"img\"><style>%s</style><rect width=\"520\" height=\"%s\""
            + " style=\"fill:#fff\"/>%s%s</svg>\n",
        height * 3 / 2,
        height,
        STYLE,
        height,
        svg.substring(body, svg.length() - "</svg>".length()),
        legend);
  }
}
