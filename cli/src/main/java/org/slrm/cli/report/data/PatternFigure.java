package org.slrm.cli.report.data;

import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;

/** Missingness patterns, by name. */
public final class PatternFigure {
  private static final int MAX_DRAWN = 12;
  private static final int NAMED = 3;
  private static final int NAMED_IN_TABLE = 20;

  private PatternFigure() {}

  /** The figure; empty where all rows have the same pattern. */
  public static String of(MissingnessPattern.All all, int rows) {
    List<MissingnessPattern> patterns = all.commonest();
    if (all.count() < 2) {
      return "";
    }
    RowChart chart =
        new RowChart(Axis.withZero(0, patterns.get(0).rows(), 4), "rows", Double.NaN).wrapped();
    DataTable table = new DataTable("Missing", "#Rows", "#Share", "#Columns missing");
    for (MissingnessPattern p : patterns.subList(0, Math.min(MAX_DRAWN, patterns.size()))) {
      String share = NumberText.percent((double) p.rows() / rows);
      chart.bar(
          p.described(NAMED),
          p.rows(),
          share,
          "c2",
          p.described(NAMED_IN_TABLE) + "\n" + NumberText.count(p.rows(), "row") + ", " + share);
    }
    for (MissingnessPattern p : patterns) {
      table.row(
          p.described(NAMED_IN_TABLE),
          NumberText.count(p.rows()),
          NumberText.percent((double) p.rows() / rows),
          NumberText.count(p.missing().size()));
    }
    int drawn = patterns.stream().limit(MAX_DRAWN).mapToInt(MissingnessPattern::rows).sum();
    return new Figure(
            "Missingness patterns",
            NumberText.count(all.count(), "pattern")
                + " of missing columns. Those drawn are of "
                + NumberText.percent((double) drawn / rows)
                + " of the rows.")
        .chart(chart.html("Rows of the most frequent missingness patterns"))
        .table(table.more(all.count() - patterns.size()))
        .html();
  }
}
