package org.slrm.cli.report.fit;

import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.FeatureLoss;

/** The cost of losing columns and panels. */
final class LossFigures {
  private static final int MAX_SHOWN = 20;
  private static final int MAX_LINES = 6;
  private static final int STEPS = 10;

  private LossFigures() {}

  static String columns(List<FeatureLoss> all, boolean classes) {
    String what = what(classes);
    List<FeatureLoss> shown = all.stream().filter(l -> l.growth() > 1e-9).limit(MAX_SHOWN).toList();
    if (shown.isEmpty()) {
      return "";
    }
    double largest = shown.stream().mapToDouble(FeatureLoss::growth).max().orElse(1);
    RowChart chart = new RowChart(Axis.withZero(0, 100 * largest, 4), what + " grows by, in %");
    DataTable table =
        new DataTable(
            "Column",
            classes ? "#Log loss grows by" : "#Error grows by",
            classes ? "#Log loss with it" : "#Error with it",
            classes ? "#Log loss without it" : "#Error without it",
            "#10th percentile",
            "#90th percentile");
    shown.forEach(l -> chart.bar(bar(l, what)));
    for (FeatureLoss l : all) {
      table.row(
          l.name(),
          NumberText.percent(l.growth()),
          l.complete(),
          l.without(),
          NumberText.percent(l.growths().low()),
          NumberText.percent(l.growths().high()));
    }
    return new Figure(
            "Error increase without a column",
            "Increase of the "
                + what
                + " when one column more is missing, of rows that show it. "
                + "Columns that others can replace cost little, however much they contribute. The increase "
                + "may be concentrated in a few rows: the table has its percentiles over the rows.")
        .chart(chart.html("Increase of the " + what + " without each column"))
        .table(table)
        .html();
  }

  private static RowChart.Dot bar(FeatureLoss l, String what) {
    String growth = NumberText.percent(l.growth());
    String low = NumberText.percent(l.growths().low());
    String high = NumberText.percent(l.growths().high());
    String tip =
        "%s\n%s %s → %s\ngrows by %s%s"
            .formatted(
                l.name(),
                what,
                NumberText.number(l.complete()),
                NumberText.number(l.without()),
                growth,
                low.equals(high) ? "" : "\nin 80 % of the rows by " + low + " to " + high);
    return new RowChart.Dot(l.name(), 100 * l.growth(), Double.NaN, Double.NaN, growth, "c4", tip);
  }

  private static String what(boolean classes) {
    return classes ? "expected log loss" : "expected error";
  }

  /**
   * The expected error when panels are missing in a growing fraction of rows; empty without panels.
   */
  static String panels(List<FeatureLoss> losses, boolean classes) {
    List<FeatureLoss> panels =
        losses.stream()
            .filter(l -> l.name().startsWith(FeatureGroup.PANEL))
            .limit(MAX_LINES)
            .toList();
    if (panels.isEmpty()) {
      return "";
    }
    String what = what(classes);
    double largest = panels.stream().mapToDouble(FeatureLoss::without).max().orElse(1);
    Plot plot =
        new Plot(
            Axis.withZero(0, 100, 4),
            "rows that lose the panel, in %",
            Axis.withZero(0, largest, 4),
            what);
    Figure figure =
        new Figure(
            "Error with lost panels",
            "The "
                + what
                + " of rows with a panel, as the panel is lost in a growing fraction of them, by the"
                + " expected errors of the model. evaluate --outage --panel measures it on labelled"
                + " rows.");
    DataTable table = new DataTable("Panel", "#Share of rows", "#" + what);
    for (int k = 0; k < panels.size(); k++) {
      FeatureLoss l = panels.get(k);
      double[] x = new double[STEPS + 1];
      double[] y = new double[STEPS + 1];
      for (int s = 0; s <= STEPS; s++) {
        double lost = s / (double) STEPS;
        x[s] = 100 * lost;
        y[s] = between(l, lost, classes);
        table.row(l.name(), NumberText.percent(lost), y[s]);
      }
      plot.line(x, y, "c" + (k + 1));
      figure.legend("c" + (k + 1), Html.shorten(l.name(), 24));
    }
    return figure.chart(plot.svg("Expected error as panels are lost")).table(table).html();
  }

  /** Squared errors are means over rows; so is the log loss. */
  private static double between(FeatureLoss l, double lost, boolean classes) {
    if (classes) {
      return (1 - lost) * l.complete() + lost * l.without();
    }
    double complete = (1 - lost) * l.complete() * l.complete();
    return Math.sqrt(complete + lost * l.without() * l.without());
  }
}
