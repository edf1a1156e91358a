package org.slrm.cli.report.shift;

import static org.slrm.cli.report.chart.NumberText.number;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.Scores;

/** Scores of a target as more columns of a panel are hidden. */
final class OutageFigure {
  /** Most lines in different colours. */
  private static final int MAX_LINES = 6;

  private OutageFigure() {}

  static String of(List<MissingColumnCurves.Curve> curves, String target) {
    List<MissingColumnCurves.Curve> shown =
        curves.subList(Math.max(0, curves.size() - MAX_LINES), curves.size());
    double highest =
        shown.stream().flatMapToDouble(c -> Arrays.stream(shown(c, target))).max().orElse(1);
    Scores any = curves.get(0).scores().get(0).get(target);
    String what = ScoreText.shown(any.kind());
    Plot plot =
        new Plot(
            Axis.exact(0, 100, 5),
            "fraction of a panel's observed columns hidden, %",
            Axis.withZero(0, highest, 5),
            what);
    Figure figure =
        new Figure(
            "Error with lost columns: " + target,
            "In each row, more and more of a panel's observed features were hidden, in an order drawn for"
                + " each row, and predicted by the rest. Columns that others can replace cost little.");
    DataTable table =
        new DataTable(
            "Panel",
            "#Columns",
            "#None hidden",
            "#25 %",
            "#50 %",
            "#75 %",
            "#All",
            "#Coverage, all hidden");
    for (int k = 0; k < shown.size(); k++) {
      String style = "c" + (k + 1);
      double[] y = shown(shown.get(k), target);
      double[] x = Arrays.stream(shown.get(k).hidden()).map(h -> 100 * h).toArray();
      String name = shown.get(k).panel();
      IntFunction<String> tips =
          i -> name + "\n" + number(x[i]) + " % hidden\n" + what + " " + number(y[i]);
      plot.line(x, y, style).points(x, y, tips, style + " solid");
      figure.legend(style, name);
    }
    curves.forEach(c -> row(table, c, target));
    return figure.chart(plot.svg(what + " by fraction of columns hidden")).table(table).html();
  }

  private static void row(DataTable table, MissingColumnCurves.Curve c, String target) {
    double[] y = shown(c, target);
    Scores last = c.scores().get(y.length - 1).get(target);
    table.row(
        c.panel(), c.columns(), y[0], y[1], y[2], y[3], y[4], NumberText.percent(last.covered()));
  }

  private static double[] shown(MissingColumnCurves.Curve c, String target) {
    return c.scores().stream().map(s -> s.get(target)).mapToDouble(ScoreText::shown).toArray();
  }
}
