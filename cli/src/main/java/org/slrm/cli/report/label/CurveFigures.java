package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.NumberText.percent;

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
import org.slrm.result.ClassMetrics.Point;

/** ROC and precision–recall curves, class by class. */
final class CurveFigures {
  private static final int MAX_POINTS = 200;
  private static final int LISTED = 20;

  private CurveFigures() {}

  static String roc(ClassRows rows) {
    Plot plot = plot("false positive rate", "recall (true positive rate)", 1);
    plot.segment(0, 0, 1, 1, "ideal", "");
    Figure figure =
        new Figure(
            "ROC curve",
            "Recall against the false positive rate for all probability thresholds. The nearer the"
                + " upper left corner, the better; the dashed line is a random classifier."
                + rows.left());
    DataTable table = new DataTable("Class", "#Threshold", "#False positive rate", "#Recall");
    int[] drawn = rows.drawn();
    for (int k = 0; k < drawn.length; k++) {
      String name = rows.levels().get(drawn[k]);
      List<Point> curve = rows.metrics().curve(drawn[k]);
      draw(plot, thinned(curve), name, "c" + (k + 1), true);
      double auc = rows.metrics().auc(drawn[k]);
      figure.legend("c" + (k + 1), Html.shorten(name, 24) + ", AUC " + NumberText.number(auc));
      for (Point p : listed(curve)) {
        table.row(name, percent(p.threshold()), percent(p.falseAlarms()), percent(p.recall()));
      }
    }
    return figure.chart(plot.svg("ROC curve of each class")).table(table).html();
  }

  static String precision(ClassRows rows) {
    int[] drawn = rows.drawn();
    double top =
        Arrays.stream(drawn)
            .mapToObj(rows.metrics()::curve)
            .flatMap(List::stream)
            .mapToDouble(Point::precision)
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    Plot plot = plot("recall", "precision", top);
    Figure figure =
        new Figure(
            "Precision–recall curve",
            "Precision against recall for all probability thresholds. The nearer the upper right"
                + " corner, the better"
                + (rows.levels().size() == 2
                    ? "; the dashed line is the fraction of rows of the class."
                    : ".")
                + rows.left());
    DataTable table = new DataTable("Class", "#Threshold", "#Recall", "#Precision");
    double total = IntStream.range(0, rows.levels().size()).mapToDouble(rows.metrics()::rows).sum();
    for (int k = 0; k < drawn.length; k++) {
      String name = rows.levels().get(drawn[k]);
      double frequency = rows.metrics().rows(drawn[k]) / total;
      if (drawn.length == 1) {
        plot.segment(
            0, frequency, 1, frequency, "ideal", "share of " + name + "\n" + percent(frequency));
      }
      List<Point> curve = rows.metrics().curve(drawn[k]);
      draw(plot, thinned(curve), name, "c" + (k + 1), false);
      figure.legend(
          "c" + (k + 1), Html.shorten(name, 24) + ", " + percent(frequency) + " of the rows");
      for (Point p : listed(curve)) {
        table.row(name, percent(p.threshold()), percent(p.recall()), percent(p.precision()));
      }
    }
    return figure.chart(plot.svg("Precision against recall of each class")).table(table).html();
  }

  private static Plot plot(String x, String y, double top) {
    return new Plot(Axis.exact(0, 1.02, 5), x, Axis.exact(0, 1.02 * top, 5), y, 420);
  }

  private static void draw(Plot plot, List<Point> curve, String name, String style, boolean roc) {
    double[] x = curve.stream().mapToDouble(p -> roc ? p.falseAlarms() : p.recall()).toArray();
    double[] y = curve.stream().mapToDouble(p -> roc ? p.recall() : p.precision()).toArray();
    plot.line(x, y, style).points(x, y, k -> tip(name, curve.get(k)), style + " ghost");
  }

  private static String tip(String name, Point p) {
    String from = p.threshold() > 1 ? "none taken" : "from " + percent(p.threshold());
    return "%s\n%s\nrecall %s\nfalse positive rate %s\nprecision %s"
        .formatted(
            name, from, percent(p.recall()), percent(p.falseAlarms()), percent(p.precision()));
  }

  /** Points that are drawn. */
  private static List<Point> thinned(List<Point> curve) {
    return Order.spaced(curve.size(), MAX_POINTS).mapToObj(curve::get).toList();
  }

  /** Points of the table, without the first one, which no row reaches. */
  private static List<Point> listed(List<Point> curve) {
    List<Point> rest = curve.subList(Math.min(1, curve.size() - 1), curve.size());
    return Order.spaced(rest.size(), LISTED).mapToObj(rest::get).toList();
  }
}
