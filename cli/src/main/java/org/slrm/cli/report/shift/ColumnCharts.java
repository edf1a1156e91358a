package org.slrm.cli.report.shift;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.io.shift.ColumnShift;

/** By column, fractions missing at training and now, and outside the training range. */
final class ColumnCharts {
  private static final int MAX_SHOWN = 20;

  private ColumnCharts() {}

  static String of(ShiftInput in) {
    return "<div class=\"grid2\">" + missing(in) + outside(in) + "</div>";
  }

  private static List<ColumnShift> largest(ShiftInput in, ToDoubleFunction<ColumnShift> by) {
    return in.check().columns().stream()
        .filter(c -> by.applyAsDouble(c) > 0)
        .sorted(Comparator.comparingDouble(by).reversed())
        .limit(MAX_SHOWN)
        .toList();
  }

  private static String missing(ShiftInput in) {
    RowChart chart = new RowChart(Axis.exact(0, 100, 4), "entries missing, %");
    List<ColumnShift> shown = largest(in, c -> Math.abs(c.missing() - c.before().missing()));
    for (ColumnShift c : shown) {
      double then = 100 * c.before().missing();
      double now = 100 * c.missing();
      String text =
          NumberText.percent(c.before().missing()) + " → " + NumberText.percent(c.missing());
      chart.dot(
          new RowChart.Dot(
              name(c),
              now,
              Math.min(then, now),
              Math.max(then, now),
              text,
              "c2",
              name(c) + "\nmissing " + text));
    }
    DataTable table = new DataTable("Column", "#Missing at training", "#Missing now");
    for (ColumnShift c : in.check().columns()) {
      table.row(name(c), NumberText.percent(c.before().missing()), NumberText.percent(c.missing()));
    }
    String lead =
        shown.isEmpty()
            ? "Every column has the same fraction of missing entries as in training."
            : "The dot is the fraction of missing entries in the new rows; its line starts at the fraction in training.";
    return new Figure("Missing entries in training and in new rows", lead)
        .chart(shown.isEmpty() ? "" : chart.html("Fraction missing in training and in new rows"))
        .table(table)
        .html();
  }

  private static String outside(ShiftInput in) {
    List<ColumnShift> shown = largest(in, ColumnShift::outside);
    double top = shown.stream().mapToDouble(ColumnShift::outside).max().orElse(1);
    RowChart chart = new RowChart(Axis.withZero(0, 100 * top, 4), "known values outside, %");
    for (ColumnShift c : shown) {
      String text = NumberText.percent(c.outside());
      chart.bar(
          name(c), 100 * c.outside(), text, "c5", name(c) + "\n" + text + " outside\n" + ranges(c));
    }
    DataTable table =
        new DataTable(
            "Column", "#Outside", "Smallest then", "Largest then", "Smallest now", "Largest now");
    for (ColumnShift c : in.check().columns()) {
      table.row(
          name(c),
          NumberText.percent(c.outside()),
          ShapeFigure.value(c, c.before().min()),
          ShapeFigure.value(c, c.before().max()),
          ShapeFigure.value(c, c.min()),
          ShapeFigure.value(c, c.max()));
    }
    String lead =
        shown.isEmpty()
            ? "No new value is outside the range seen at training."
            : "Fraction of the observed new values below the smallest or above the largest value in training."
                + " Predictions from there are guesses.";
    return new Figure("Values outside the training range", lead)
        .chart(shown.isEmpty() ? "" : chart.html("Fraction of values outside the training range"))
        .table(table)
        .html();
  }

  private static String ranges(ColumnShift c) {
    return "then "
        + ShapeFigure.range(c, c.before().min(), c.before().max())
        + "\nnow "
        + ShapeFigure.range(c, c.min(), c.max());
  }

  private static String name(ColumnShift c) {
    return c.before().column().name();
  }
}
