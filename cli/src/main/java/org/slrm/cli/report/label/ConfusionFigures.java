package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.RowChart;

/** Confusion matrix, recall by class, and the rows with the least probable labels. */
final class ConfusionFigures {
  private static final int MAX_SQUARE = 12;
  private static final int MAX_PAIRS = 40;
  private static final int MAX_ROWS = 20;
  private static final int MAX_LISTED = 100;

  private ConfusionFigures() {}

  static String confusion(ClassRows rows) {
    boolean square = rows.levels().size() <= MAX_SQUARE;
    String lead =
        square
            ? "Number of rows by true class (rows) and predicted class (columns), the most probable one."
            : "The most frequent confusions.";
    return new Figure("Confusion matrix", lead)
        .chart((square ? square(rows) : pairs(rows)).html())
        .html();
  }

  private static DataTable square(ClassRows rows) {
    List<String> header = new ArrayList<>(List.of("True \\ predicted"));
    rows.levels().forEach(level -> header.add("#" + level));
    header.add("#Recall");
    DataTable table = new DataTable(header.toArray(new String[0]));
    double[][] taken = rows.metrics().confusion();
    for (int k = 0; k < taken.length; k++) {
      List<String> cells = new ArrayList<>(List.of(rows.levels().get(k)));
      for (double n : taken[k]) {
        cells.add(NumberText.count(Math.round(n)));
      }
      cells.add(percent(rows.metrics().recall(k)));
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  private record Pair(int of, int taken, double rows) {}

  private static DataTable pairs(ClassRows rows) {
    List<Pair> all = new ArrayList<>();
    double[][] taken = rows.metrics().confusion();
    for (int k = 0; k < taken.length; k++) {
      for (int j = 0; j < taken.length; j++) {
        if (k != j && taken[k][j] > 0) {
          all.add(new Pair(k, j, taken[k][j]));
        }
      }
    }
    all.sort(Comparator.comparingDouble(Pair::rows).reversed());
    DataTable table = new DataTable("True class", "Predicted class", "#Rows");
    all.stream()
        .limit(MAX_PAIRS)
        .forEach(
            p ->
                table.row(rows.levels().get(p.of), rows.levels().get(p.taken), Math.round(p.rows)));
    return table.more(Math.max(0, all.size() - MAX_PAIRS));
  }

  static String perClass(ClassRows rows) {
    int[] shown =
        Arrays.stream(Order.by(rows.levels().size(), k -> -rows.metrics().rows(k)))
            .filter(k -> rows.metrics().rows(k) > 0)
            .toArray();
    RowChart chart = new RowChart(Axis.exact(0, 100, 4), "recall, %");
    DataTable table = new DataTable("Class", "#Rows", "#Recall", "#Precision", "#AUC");
    for (int at = 0; at < shown.length; at++) {
      int k = shown[at];
      double recall = rows.metrics().recall(k);
      String level = rows.levels().get(k);
      String count = NumberText.count(Math.round(rows.metrics().rows(k)));
      String precision = percent(rows.metrics().precision(k));
      if (at < MAX_ROWS) {
        String tip =
            "%s\n%s rows\nrecall %s\nprecision %s"
                .formatted(level, count, percent(recall), precision);
        chart.bar(level, 100 * recall, percent(recall), "c1", tip);
      }
      table.row(level, count, percent(recall), precision, rows.metrics().auc(k));
    }
    return new Figure(
            "Recall by class",
            "Fraction of the rows of each class that are predicted as it, most frequent class first;"
                + " the table has precision too.")
        .chart(chart.html("Recall of each class"))
        .table(table)
        .html();
  }

  /** Rows with the smallest probability of their class. */
  static String worst(ClassRows rows) {
    DataTable table =
        new DataTable(
            "#Row",
            "True class",
            "#Its probability",
            "Predicted class",
            "#Its probability",
            "#Observed features");
    Arrays.stream(Order.by(rows.held().size(), rows::probability))
        .limit(MAX_LISTED)
        .forEach(
            i ->
                table.row(
                    rows.held().name(i),
                    rows.levels().get(rows.label(i)),
                    percent(rows.probability(i)),
                    rows.levels().get(rows.predicted(i)),
                    percent(rows.p()[i][rows.predicted(i)]),
                    rows.held().observed()[i]));
    table.more(Math.max(0, rows.held().size() - MAX_LISTED));
    return new Figure(
            "Least probable labels",
            "Rows whose true class has the smallest predicted probability: check them for wrong"
                + " labels.")
        .chart(table.html())
        .html();
  }
}
