package org.slrm.cli.report.shift;

import static org.slrm.cli.report.chart.Html.capital;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.Plot;
import org.slrm.io.column.Schema;
import org.slrm.io.shift.ColumnShift;

/** Distribution of a column's values, at training and now. */
final class ShapeFigure {
  private static final int MAX_LEVELS = 8;
  private static final int HEIGHT = 260;

  private ShapeFigure() {}

  /** Distance of the distributions: 0 for equal ones, 2 without a common value. */
  static double distance(ColumnShift c) {
    double sum = 0;
    for (int k = 0; k < c.shares().size(); k++) {
      sum += Math.abs(c.shares().get(k) - c.before().shares().get(k)) / 2;
    }
    return c.known() == 0 ? 0 : sum + c.outside();
  }

  static String of(ColumnShift c) {
    return of(c, c.before().column().name(), "known values, %", "at training", "now");
  }

  /** Predictions of a target compared with its training labels. */
  static String ofPredictions(ColumnShift c) {
    String name = c.before().column().name();
    return of(c, "Predictions of " + name, "rows, %", "labels at training", "predictions");
  }

  private static String of(ColumnShift c, String title, String axis, String then, String now) {
    boolean levels = c.before().column().kind() == Schema.Kind.CATEGORICAL;
    int[] bins = levels ? mostFrequent(c) : IntStream.range(0, c.shares().size()).toArray();
    double top =
        IntStream.of(bins)
            .mapToDouble(k -> Math.max(c.shares().get(k), c.before().shares().get(k)))
            .max()
            .orElse(1);
    Plot plot =
        new Plot(
            Axis.exact(0, bins.length, 4),
            c.before().column().name(),
            Axis.withZero(0, 100 * top, 4),
            axis,
            HEIGHT);
    DataTable table = new DataTable("Value", "#" + capital(then), "#" + capital(now));
    for (int at = 0; at < bins.length; at++) {
      double before = c.before().shares().get(bins[at]);
      double share = c.shares().get(bins[at]);
      String what = levels ? c.before().column().levels().get(bins[at]) : bin(c, bins[at]);
      String tip = what + "\n" + NumberText.percent(before) + " → " + NumberText.percent(share);
      plot.box(at + 0.06, 0, at + 0.5, 100 * before, "where", tip);
      plot.box(at + 0.5, 0, at + 0.94, 100 * share, "c1", tip);
      table.row(what, NumberText.percent(before), NumberText.percent(share));
    }
    ticks(c, bins, levels, plot);
    return new Figure(title, lead(c, levels, bins.length, then, now))
        .legend("where", then)
        .legend("c1", now)
        .chart(plot.svg("Values of " + c.before().column().name() + " in training and in new rows"))
        .table(table)
        .html();
  }

  private static void ticks(ColumnShift c, int[] bins, boolean levels, Plot plot) {
    List<String> labels = new ArrayList<>();
    double[] at;
    if (levels) {
      at = IntStream.range(0, bins.length).mapToDouble(k -> k + 0.5).toArray();
      IntStream.of(bins)
          .forEach(k -> labels.add(Html.shorten(c.before().column().levels().get(k), 9)));
    } else {
      at = new double[] {0, bins.length / 2.0, bins.length};
      for (double edge : at) {
        labels.add(value(c, edge(c, edge)));
      }
    }
    plot.xTicks(at, labels);
  }

  private static int[] mostFrequent(ColumnShift c) {
    return Arrays.stream(
            Order.by(
                c.shares().size(), k -> -Math.max(c.shares().get(k), c.before().shares().get(k))))
        .limit(MAX_LEVELS)
        .toArray();
  }

  private static String lead(ColumnShift c, boolean levels, int shown, String then, String now) {
    if (levels) {
      int all = c.shares().size();
      return shown < all ? "The " + shown + " commonest of " + all + " levels." : "All levels.";
    }
    return "%s %s, %s %s%s The outer bars hold all beyond."
        .formatted(
            capital(then),
            range(c, c.before().min(), c.before().max()),
            now,
            range(c, c.min(), c.max()),
            c.outside() > 0 ? "; " + NumberText.percent(c.outside()) + " outside." : ".");
  }

  private static String bin(ColumnShift c, int k) {
    int last = c.shares().size() - 1;
    return k == 0
        ? "up to " + value(c, edge(c, 1))
        : k == last
            ? "from " + value(c, edge(c, last)) + " on"
            : range(c, edge(c, k), edge(c, k + 1));
  }

  private static double edge(ColumnShift c, double k) {
    List<Double> q = c.before().quantiles();
    double low = q.get(0);
    return low + (q.get(q.size() - 1) - low) * k / c.shares().size();
  }

  static String range(ColumnShift c, double from, double to) {
    return value(c, from) + " to " + value(c, to);
  }

  /** A value as in the file; empty for categories and unknown values. */
  static String value(ColumnShift c, double v) {
    Schema.Column column = c.before().column();
    boolean dated = column.kind() == Schema.Kind.DATE || column.kind() == Schema.Kind.TIME;
    return Double.isNaN(v) || column.kind() == Schema.Kind.CATEGORICAL
        ? ""
        : dated ? column.text(v) : NumberText.number(v);
  }
}
