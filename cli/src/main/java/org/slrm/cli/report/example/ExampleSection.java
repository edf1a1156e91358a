package org.slrm.cli.report.example;

import static org.slrm.cli.report.chart.NumberText.number;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;

/** Example rows with contributions to their predictions. */
public final class ExampleSection {
  private static final int MAX_SHOWN = 6;

  private ExampleSection() {}

  /**
   * The section.
   *
   * @param title unit of the contributions, under the axis
   * @param plain whether they are in units of the target
   */
  public static String of(List<ExampleRow> rows, String title, boolean plain) {
    StringBuilder out = new StringBuilder();
    double low = 0;
    double high = 0;
    for (ExampleRow e : rows) {
      for (ExampleRow.ColumnContribution r : shown(e)) {
        low = Math.min(low, r.amount());
        high = Math.max(high, r.amount());
      }
    }
    for (ExampleRow e : rows) {
      out.append(figure(e, Axis.withZero(low, high, 4), title, plain));
    }
    return out.toString();
  }

  /** The largest contributions, and all others as one. */
  private static List<ExampleRow.ColumnContribution> shown(ExampleRow e) {
    int more = e.contributions().size() - MAX_SHOWN;
    if (more <= 0) {
      return e.contributions();
    }
    List<ExampleRow.ColumnContribution> out =
        new ArrayList<>(e.contributions().subList(0, MAX_SHOWN));
    double rest =
        e.contributions().stream()
            .skip(MAX_SHOWN)
            .mapToDouble(ExampleRow.ColumnContribution::amount)
            .sum();
    out.add(new ExampleRow.ColumnContribution(NumberText.count(more, "other column"), rest));
    return out;
  }

  private static String figure(ExampleRow e, Axis axis, String title, boolean plain) {
    RowChart chart = new RowChart(axis, title).wrapped();
    DataTable table = new DataTable("Column", "#Adds");
    table.row("baseline", e.baseline());
    e.contributions().forEach(r -> table.row(r.column(), r.amount()));
    shown(e).forEach(r -> bar(chart, r.column(), r.amount()));
    String lead =
        String.format(
            "The final model predicts %s, 90 %% between %s and %s; actual %s. Cross-validated"
                + " prediction: %s. %s missing.%s",
            number(e.predicted()),
            number(e.interval().low()),
            number(e.interval().high()),
            NumberText.value(e.actual()),
            number(e.heldOut()),
            e.missing() == 0 ? "None" : NumberText.count(e.missing(), "column"),
            plain ? " Contributions start from " + number(e.baseline()) + "." : "");
    return new Figure(e.why() + ": row " + e.name(), lead)
        .chart(
            e.contributions().isEmpty()
                ? ""
                : chart.html("Contributions to the prediction of row " + e.name()))
        .table(table)
        .html();
  }

  private static void bar(RowChart chart, String name, double amount) {
    String text = (amount > 0 ? "+" : "") + number(amount);
    chart.bar(name, amount, text, amount > 0 ? "pos" : "neg", name + "\nadds " + number(amount));
  }
}
