package org.slrm.cli.report.fit;

import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.FeatureLoss;

/** The cost of losing a column. */
final class LossFigure {
  private static final int MAX_SHOWN = 20;

  private LossFigure() {}

  static String of(List<FeatureLoss> all, boolean classes) {
    String what = classes ? "expected log loss" : "expected error";
    List<FeatureLoss> shown = all.stream().filter(l -> l.growth() > 1e-9).limit(MAX_SHOWN).toList();
    if (shown.isEmpty()) {
      return "";
    }
    double most = shown.stream().mapToDouble(FeatureLoss::growth).max().orElse(1);
    RowChart chart = new RowChart(Axis.withZero(0, 100 * most, 4), what + " grows by, in %");
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
          NumberText.number(l.complete()),
          NumberText.number(l.without()),
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
}
