package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.Html.capital;

import java.util.Arrays;
import java.util.List;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.RowLosses;
import org.slrm.method.LabelKind;

/** Held-out predictions of counts and positive amounts against labels, on a logarithmic scale. */
public final class ScaledErrors {
  private static final int MAX_POINTS = 1500;
  private static final int MAX_LISTED = 100;

  private ScaledErrors() {}

  public static String of(String name, HeldOutRows held, RowLosses losses) {
    return predicted(name, held, losses.score().kind()) + byObserved(held, losses);
  }

  private static String predicted(String name, HeldOutRows held, LabelKind kind) {
    LogScale scale = kind.isCount() ? LogScale.COUNTS : LogScale.AMOUNTS;
    int[] shown = held.sample(MAX_POINTS);
    double low = Math.min(smallest(held.prediction(), shown), smallest(held.label(), shown));
    double high = Math.max(largest(held.prediction(), shown), largest(held.label(), shown));
    double from = kind.isCount() ? 0 : low;
    Axis axis = scale.axis(from, high);
    List<Double> ticks = scale.ticks(from, high);
    double[] at = ticks.stream().mapToDouble(scale::at).toArray();
    String svg =
        Plot.ofPredictions(axis, name)
            .xTicks(at, LogScale.labels(ticks))
            .yTicks(at, LogScale.labels(ticks))
            .points(
                placed(held.prediction(), shown, scale, false),
                placed(held.label(), shown, scale, kind.isCount()),
                k -> held.tip(shown[k]),
                "c1")
            .svg("Actual against predicted " + name);
    return new Figure(
            "Predicted against actual",
            "Each dot is a held-out row; on the diagonal its prediction would be "
                + "perfect. Equal distances are equal factors"
                + (kind.isCount() ? " of one more than the count." : "."))
        .chart(svg)
        .table(worst(held))
        .html();
  }

  /** A fixed jitter of integers, so that equal ones are visible. */
  private static double[] placed(double[] values, int[] shown, LogScale scale, boolean whole) {
    return Arrays.stream(shown)
        .mapToDouble(i -> scale.at(values[i] + (whole ? 0.3 * ((i * 0.6180339887) % 1) : 0)))
        .toArray();
  }

  /** The mean score by number of observed features. */
  static String byObserved(HeldOutRows held, RowLosses losses) {
    int[][] groups = held.quarters();
    LabelKind kind = losses.score().kind();
    String what = ScoreText.shown(kind);
    double largest = losses.baseline();
    double[] mean = new double[groups.length];
    double[] error = new double[groups.length];
    for (int g = 0; g < groups.length; g++) {
      double m = held.mean(groups[g], i -> losses.loss()[i]);
      double v = held.mean(groups[g], i -> (losses.loss()[i] - m) * (losses.loss()[i] - m));
      mean[g] = m;
      error[g] = Math.sqrt(v / Math.max(1, groups[g].length - 1));
      largest = Math.max(largest, m + error[g]);
    }
    RowChart chart = new RowChart(Axis.withZero(0, largest, 4), what, losses.baseline());
    DataTable table =
        new DataTable("Observed features", "#Rows", "#" + capital(what), "#Standard error");
    for (int g = 0; g < groups.length; g++) {
      String range = held.range(groups[g]);
      String name = range + " observed features";
      String text = NumberText.number(mean[g]);
      String spread = NumberText.number(error[g]);
      int rows = groups[g].length;
      String tip =
          "%s\n%s\n%s %s ± %s".formatted(name, NumberText.count(rows, "row"), what, text, spread);
      chart.dot(
          new RowChart.Dot(name, mean[g], mean[g] - error[g], mean[g] + error[g], text, "c1", tip));
      table.row(range, rows, text, spread);
    }
    String title = capital(what) + " by number of observed features";
    String lead =
        String.format(
            "Rows by their number of observed features, grouped by quartile. Error bars: one"
                + " standard error. All rows together: %s, %s of the %s explained.",
            NumberText.number(losses.mean()),
            NumberText.percent(losses.explained()),
            ScoreText.explained(kind));
    return new Figure(title, lead)
        .legend("refkey", chart.reference(ScoreText.baseline(kind)))
        .chart(chart.html(title))
        .table(table)
        .html();
  }

  private static DataTable worst(HeldOutRows held) {
    DataTable table =
        new DataTable("#Row", "#Actual", "#Predicted", "#Standard error", "#Observed features");
    Arrays.stream(Order.by(held.size(), i -> -Math.abs(held.residual(i)) / held.standardError()[i]))
        .limit(MAX_LISTED)
        .forEach(
            i ->
                table.row(
                    held.name(i),
                    NumberText.value(held.label()[i]),
                    held.prediction()[i],
                    held.standardError()[i],
                    held.observed()[i]));
    return table.more(Math.max(0, held.size() - MAX_LISTED));
  }

  private static double smallest(double[] v, int[] at) {
    return Arrays.stream(at).mapToDouble(i -> v[i]).min().orElse(1);
  }

  private static double largest(double[] v, int[] at) {
    return Arrays.stream(at).mapToDouble(i -> v[i]).max().orElse(1);
  }
}
