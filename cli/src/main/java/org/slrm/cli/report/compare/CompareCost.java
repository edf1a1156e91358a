package org.slrm.cli.report.compare;

import static org.slrm.cli.report.chart.NumberText.count;

import java.util.Comparator;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.result.MethodResult;

/** Cost of each method: time and coefficients. */
final class CompareCost {
  private CompareCost() {}

  static String of(CompareInput in) {
    String both = time(in) + size(in);
    return both.isEmpty() ? "" : "<div class=\"grid2\">" + both + "</div>";
  }

  private static String size(CompareInput in) {
    List<MethodResult> counted =
        in.results().stream()
            .filter(r -> !r.nonZeros().isEmpty())
            .sorted(Comparator.comparingInt(CompareCost::largest).thenComparing(MethodResult::name))
            .toList();
    if (counted.isEmpty()) {
      return "";
    }
    double largest = largest(counted.get(counted.size() - 1));
    RowChart chart = new RowChart(Axis.withZero(0, largest, 4).whole(), "non-zero coefficients");
    DataTable table = new DataTable("Method", "#Non-zero coefficients");
    for (MethodResult r : counted) {
      String text = count(largest(r));
      String style = r.name().equals(in.ours()) ? "c2" : "c1";
      chart.bar(
          r.name(),
          largest(r),
          text,
          style,
          r.name() + "\n" + count(largest(r), "non-zero coefficient"));
      table.row(r.name(), text);
    }
    String of = in.targets().size() > 1 ? ", the largest of the targets." : ".";
    return new Figure("Size of the model", "Non-zero coefficients when fitted to all rows" + of)
        .legend("c2", in.requested() ? "ours" : "")
        .legend("c1", in.requested() ? "others" : "")
        .chart(chart.html("Non-zero coefficients of each method"))
        .table(table)
        .html();
  }

  private static int largest(MethodResult r) {
    return r.nonZeros().stream().mapToInt(v -> v).max().orElse(0);
  }

  /** Times differ between equal runs, so they are in one place between two marks. */
  private static String time(CompareInput in) {
    List<MethodResult> timed =
        in.results().stream()
            .filter(r -> r.seconds() >= 0)
            .sorted(
                Comparator.comparingDouble(MethodResult::seconds).thenComparing(MethodResult::name))
            .toList();
    if (timed.isEmpty()) {
      return "";
    }
    double smallest = Math.max(0.001, timed.get(0).seconds());
    double largest = Math.max(0.002, timed.get(timed.size() - 1).seconds());
    Axis axis =
        largest > 20 * smallest
            ? Axis.logarithmic(smallest, largest)
            : Axis.withZero(0, largest, 4);
    RowChart chart =
        new RowChart(axis, axis.log() ? "seconds, each tick ten times more" : "seconds");
    DataTable table = new DataTable("Method", "#Seconds");
    for (MethodResult r : timed) {
      String text = NumberText.number(r.seconds()) + "\u00a0s";
      String style = r.name().equals(in.ours()) ? "c2" : "c1";
      double at = Math.max(0.001, r.seconds());
      chart.dot(
          new RowChart.Dot(
              r.name(), at, Double.NaN, Double.NaN, text, style, r.name() + "\n" + text));
      table.row(r.name(), r.seconds());
    }
    String figure =
        new Figure(
                "Time taken",
                "All folds together. These are the only numbers that differ between equal runs.")
            .legend("c2 dot", in.requested() ? "ours" : "")
            .legend("c1 dot", in.requested() ? "others" : "")
            .chart(chart.html("Seconds taken by each method"))
            .table(table)
            .html();
    return "<!--clock-->" + figure + "<!--/clock-->";
  }
}
