package org.slrm.cli.report.fit;

import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.Contribution;

/** Mean absolute contributions of columns, for nonlinear predictions. */
final class ContributionFigure {
  private static final int MAX_SHOWN = 20;

  private ContributionFigure() {}

  static String of(List<Contribution> all, String target, boolean nonlinear) {
    List<Contribution> used = all.stream().filter(c -> c.size() > 0).toList();
    if (used.isEmpty()) {
      return "";
    }
    double largest = used.get(0).size() + error(used.get(0));
    RowChart chart =
        new RowChart(
            Axis.withZero(0, largest, 4), "mean absolute value of its contribution to " + target);
    DataTable table =
        new DataTable(
            "Column",
            "#Mean absolute value",
            "#Standard error",
            "#10th percentile",
            "#90th percentile");
    used.stream().limit(MAX_SHOWN).forEach(c -> chart.bar(bar(c)));
    for (Contribution c : all) {
      table.row(c.name(), c.size(), c.standardError(), c.signed().low(), c.signed().high());
    }
    return new Figure(
            "Mean contribution of each column",
            ("Mean absolute contribution of each column to the prediction, over rows as they are:"
                    + " a missing entry contributes nothing. %sError bars: one standard error. %s of %s used.")
                .formatted(
                    nonlinear ? "The model is nonlinear, so there is no coefficient. " : "",
                    NumberText.count(used.size()),
                    NumberText.count(all.size(), "column")))
        .chart(chart.html("Mean absolute value of the contribution of each column"))
        .table(table)
        .html();
  }

  private static RowChart.Dot bar(Contribution c) {
    String tip =
        "%s\nmoves predictions by %s on average\nin 80 %% of the rows by %s to %s"
            .formatted(
                c.name(),
                NumberText.number(c.size()),
                NumberText.number(c.signed().low()),
                NumberText.number(c.signed().high()));
    String text = NumberText.number(c.size());
    return new RowChart.Dot(
        c.name(), c.size(), c.size() - error(c), c.size() + error(c), text, "c1", tip);
  }

  private static double error(Contribution c) {
    return Double.isNaN(c.standardError()) ? 0 : c.standardError();
  }
}
