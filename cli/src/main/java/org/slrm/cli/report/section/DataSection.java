package org.slrm.cli.report.section;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.Comparator;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.MissingnessMap;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;

/** The columns as read, and the missing entries. */
public final class DataSection {
  private static final int MAX_SHOWN = 16;
  private static final int LEVELS = 8;

  private DataSection() {}

  /** The section, with a figure of missingness patterns that may be empty. */
  public static String of(List<ColumnSummary> columns, MissingnessMap map, String patterns) {
    return "<div class=\"grid2\">%s%s%s</div>"
        .formatted(map.complete() ? "" : mapFigure(map), columnFigure(columns), patterns);
  }

  private static String columnFigure(List<ColumnSummary> columns) {
    List<ColumnSummary> worst =
        columns.stream()
            .filter(c -> c.missingShare() > 0)
            .sorted(Comparator.comparingDouble(ColumnSummary::missingShare).reversed())
            .limit(MAX_SHOWN)
            .toList();
    long ignored = columns.stream().filter(c -> Double.isNaN(c.missingShare())).count();
    long complete = columns.stream().filter(c -> c.missingShare() == 0).count();
    String lead =
        "%s read, %s of them complete%s.%s"
            .formatted(
                NumberText.count(columns.size(), "column"),
                NumberText.count(complete),
                ignored == 0 ? "" : ", " + NumberText.count(ignored) + " ignored",
                worst.isEmpty() ? "" : " These have the most missing values.");
    RowChart chart = new RowChart(Axis.exact(0, 100, 4), "entries missing, %");
    for (ColumnSummary c : worst) {
      String fraction = NumberText.percent(c.missingShare());
      chart.bar(
          c.name(),
          100 * c.missingShare(),
          fraction,
          "c2",
          c.name() + "\n" + c.kind() + "\n" + fraction + " missing");
    }
    DataTable table = new DataTable("Column", "Kind", "#Missing", "Note");
    columns.forEach(c -> table.row(c.name(), c.kind(), missing(c), c.note()));
    return new Figure("Columns", lead)
        .chart(
            worst.isEmpty()
                ? ""
                : chart.html("Fraction missing of the columns with the most missing values"))
        .table(table)
        .html();
  }

  private static String missing(ColumnSummary c) {
    return Double.isNaN(c.missingShare()) ? "–" : NumberText.percent(c.missingShare());
  }

  private static String mapFigure(MissingnessMap map) {
    int wide = map.columns().size();
    StringBuilder levels = new StringBuilder();
    for (double s : map.missing()) {
      levels.append(level(s));
    }
    StringBuilder svg = new StringBuilder("<div class=\"map\"><svg preserveAspectRatio=\"none\" ");
    svg.append("viewBox=\"0 0 ").append(wide).append(' ').append(map.rowBlocks());
    svg.append("\" role=\"img\" aria-label=\"Map of missing entries\" data-map=\"").append(levels);
    svg.append("\" data-rows=\"").append(map.rows()).append("\" data-names=\"");
    svg.append(esc(String.join("\n", map.columns()))).append("\">");
    for (int level = 1; level <= LEVELS; level++) {
      String runs = runs(levels, wide, map.rowBlocks(), level);
      if (!runs.isEmpty()) {
        svg.append("<path opacity=\"").append(NumberText.coordinate((double) level / LEVELS));
        svg.append("\" d=\"").append(runs).append("\"/>");
      }
    }
    svg.append("</svg><p><span>first column</span><span>last column</span></p></div>");
    String lead =
        "Rows from top to bottom, features from left to right, in the order of the data. "
            + "Coloured cells are missing."
            + (map.rows() > map.rowBlocks()
                ? " Each cell aggregates adjacent rows; darker means a larger missing fraction."
                : "");
    DataTable table = new DataTable("Feature", "#Missing");
    for (int c = 0; c < wide; c++) {
      double sum = 0;
      for (int r = 0; r < map.rowBlocks(); r++) {
        sum += map.missing()[r * wide + c];
      }
      table.row(map.columns().get(c), NumberText.percent(sum / map.rowBlocks()));
    }
    return new Figure("Map of missing values", lead)
        .chart(svg.toString())
        .legend("known", "known")
        .legend("missing", "missing")
        .table(table)
        .html();
  }

  /** Horizontal runs of one level as a path; adjacent runs have no visible seams. */
  private static String runs(CharSequence levels, int wide, int high, int level) {
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < high; r++) {
      for (int c = 0; c < wide; c++) {
        int from = c;
        while (c < wide && levels.charAt(r * wide + c) - '0' == level) {
          c++;
        }
        if (c > from) {
          int w = c - from;
          out.append('M').append(from).append(' ').append(r).append('h').append(w).append("v1h-");
          out.append(w).append('z');
        }
      }
    }
    return out.toString();
  }

  /** 0 only for complete blocks, the top level only above 15/16. */
  private static int level(double fraction) {
    return fraction <= 1e-12 ? 0 : Math.max(1, (int) Math.round(fraction * LEVELS));
  }
}
