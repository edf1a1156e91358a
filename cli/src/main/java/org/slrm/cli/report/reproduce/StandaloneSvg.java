package org.slrm.cli.report.reproduce;

import static org.slrm.cli.report.chart.Html.esc;

import org.slrm.cli.reproduce.Contestant;

/** A chart as a file: with its own colours and legend, since no page lends them. */
public final class StandaloneSvg {
  private static final String STYLE =
      "text{font:12.5px system-ui,Arial,sans-serif;fill:#5a6572}text.title{fill:#1a1f26}"
          + ".grid{stroke:#e9ecf0}.c1{color:#0b6bc0}.c2{color:#c05a00}.c3{color:#00806a}.c4{color:#8b4a9c}.c5{color:#b3305b}.c6{color:#4f86b8}.c7{color:#9a7b2f}"
          + ".line{fill:none;stroke:currentColor;stroke-width:2.2}.dashed{stroke-dasharray:5 5}"
          + ".ideal{stroke:#5a6572;stroke-width:1.5;stroke-dasharray:5 5}.bar{stroke:currentColor;stroke-width:1.6;opacity:.75}"
          + "circle{fill:currentColor}.ghost circle{fill-opacity:0}rect{fill:currentColor}"
          + ".soft{fill-opacity:.28;stroke:currentColor}.median{stroke:currentColor;stroke-width:3}";

  private StandaloneSvg() {}

  public static String of(ReproducePlot plot) {
    StringBuilder legend = new StringBuilder("<g transform=\"translate(58,356)\">");
    int x = 0;
    for (Contestant c : plot.shown()) {
      String line = ReproducePlot.style(c) + (ReproducePlot.dashed(c) ? " dashed" : "");
      legend
          .append("<path class=\"line ")
          .append(line)
          .append("\" d=\"M")
          .append(x)
          .append(" 0h18\"/>");
      legend.append("<text x=\"").append(x + 24).append("\" y=\"4\">").append(esc(c.title()));
      legend.append("</text>");
      x += 44 + 7 * c.title().length();
    }
    legend.append("</g>");
    String svg = plot.svg();
    int body = svg.indexOf('>') + 1;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"780\" height=\"555\" viewBox=\"0 0 520 370\" role=\"img\">"
        + "<style>"
        + STYLE
        + "</style><rect width=\"520\" height=\"370\" style=\"fill:#fff\"/>"
        + svg.substring(body, svg.length() - "</svg>".length())
        + legend
        + "</svg>\n";
  }
}
