package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.NumberText.number;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.data.Histogram;
import org.slrm.cli.report.section.HeldOutRows;

/** Held-out predictions against labels, and residuals by number of observed entries. */
public final class ValidationSection {
  private static final int MAX_POINTS = 1500;
  private static final int MAX_LISTED = 100;

  private ValidationSection() {}

  static String of(TargetFacts t, int targets) {
    return t.held() == null ? "" : of(t.name(), t.held(), targets);
  }

  public static String of(String name, HeldOutRows held, int targets) {
    int[] shown = held.sample(Math.max(250, Math.min(MAX_POINTS, 2400 / targets)));
    return predicted(name, held, shown) + residuals(held, shown) + histogram(held);
  }

  private static String predicted(String name, HeldOutRows held, int[] shown) {
    double[] p = pick(held.prediction(), shown);
    double[] y = pick(held.label(), shown);
    double low = Math.min(min(p), min(y));
    double high = Math.max(max(p), max(y));
    String svg =
        Plot.ofPredictions(Axis.linear(low, high, 6), name)
            .points(p, y, k -> tip(held, shown[k]), "c1")
            .svg("Actual against predicted " + name);
    return new Figure(
            "Predicted against actual",
            "Each dot is a row; on the line predictions equal labels." + drawn(held, shown))
        .chart(svg)
        .table(worst(held))
        .html();
  }

  private static String residuals(HeldOutRows held, int[] shown) {
    double[] r = Arrays.stream(shown).mapToDouble(held::residual).toArray();
    double[] m =
        Arrays.stream(shown)
            // A fixed jitter, so that equal counts are visible.
            .mapToDouble(i -> held.observed()[i] + ((i * 0.6180339887) % 1 - 0.5) * 0.6)
            .toArray();
    double reach = Math.max(Math.abs(min(r)), Math.abs(max(r)));
    Plot plot =
        new Plot(
            observedAxis(held),
            "observed features of the row",
            Axis.linear(-reach, reach, 6),
            "actual − predicted",
            420);
    plot.points(m, r, k -> residualTip(held, shown[k]), "c1");
    DataTable table = new DataTable("Observed features", "#Rows", "#RMSE", "#Mean error");
    for (int[] group : held.quarters()) {
      double typical = held.rmse(group);
      double from = Arrays.stream(group).map(i -> held.observed()[i]).min().orElse(0) - 0.4;
      double to = Arrays.stream(group).map(i -> held.observed()[i]).max().orElse(0) + 0.4;
      String tip =
          "%s observed features: %s\nRMSE %s"
              .formatted(held.range(group), NumberText.count(group.length, "row"), number(typical));
      plot.segment(from, typical, to, typical, "typical", tip);
      plot.segment(from, -typical, to, -typical, "typical", tip);
      double mean = held.mean(group, held::residual);
      table.row(held.range(group), group.length, typical, mean);
    }
    return new Figure("Residuals by number of observed features", residualLead(held))
        .legend("c1 dot", "row")
        .legend("typicalkey", "RMSE, by number of observed features")
        .chart(plot.svg("Residuals against the number of observed features"))
        .table(table)
        .html();
  }

  private static String histogram(HeldOutRows held) {
    double[] errors = IntStream.range(0, held.size()).mapToDouble(held::residual).toArray();
    return Histogram.of(errors)
        .figure(
            "Residuals",
            "Half of the rows are off by less than "
                + number(held.medianError())
                + "; the outer bars hold all beyond.",
            "actual − predicted",
            "rows");
  }

  private static String residualTip(HeldOutRows held, int i) {
    return "row %s\n%s observed features\noff by %s"
        .formatted(held.name(i), held.observed()[i], number(held.residual(i)));
  }

  private static String residualLead(HeldOutRows held) {
    int[][] groups = held.quarters();
    if (groups.length < 2) {
      return "The bars mark the RMSE.";
    }
    return "RMSE %s in the %s, %s in the %s."
        .formatted(
            number(held.rmse(groups[0])),
            held.described(groups[0]),
            number(held.rmse(groups[groups.length - 1])),
            held.described(groups[groups.length - 1]));
  }

  /** Over all rows, drawn or not. */
  private static Axis observedAxis(HeldOutRows held) {
    int low = Arrays.stream(held.observed()).min().orElse(0);
    int high = Arrays.stream(held.observed()).max().orElse(1);
    return Axis.linear(low - 0.5, high + 0.5, 6).whole();
  }

  private static DataTable worst(HeldOutRows held) {
    DataTable table =
        new DataTable(
            "#Row", "#Actual", "#Predicted", "#Standard error", "#Off by", "#Observed features");
    Arrays.stream(Order.by(held.size(), i -> -Math.abs(held.residual(i))))
        .limit(MAX_LISTED)
        .forEach(
            i ->
                table.row(
                    held.name(i),
                    NumberText.value(held.label()[i]),
                    held.prediction()[i],
                    held.standardError()[i],
                    held.residual(i),
                    held.observed()[i]));
    return table.more(Math.max(0, held.size() - MAX_LISTED));
  }

  /** The tooltip of a prediction, with its standard error. */
  private static String tip(HeldOutRows held, int i) {
    double error = held.standardError()[i];
    return error > 0
        ? held.tip(i).replace("\nactual", " ± " + number(error) + "\nactual")
        : held.tip(i);
  }

  private static String drawn(HeldOutRows held, int[] shown) {
    return shown.length == held.size()
        ? ""
        : " Drawn: %s of %s rows, at random."
            .formatted(NumberText.count(shown.length), NumberText.count(held.size()));
  }

  private static double[] pick(double[] from, int[] at) {
    return Arrays.stream(at).mapToDouble(i -> from[i]).toArray();
  }

  private static double min(double[] v) {
    return Arrays.stream(v).min().orElse(0);
  }

  private static double max(double[] v) {
    return Arrays.stream(v).max().orElse(1);
  }
}
