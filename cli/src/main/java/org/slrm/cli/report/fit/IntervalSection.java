package org.slrm.cli.report.fit;

import static java.util.Arrays.stream;
import static org.slrm.cli.report.chart.NumberText.count;
import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.label.SetSection;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.result.Calibration;

/**
 * Coverage of intervals against the nominal one, overall, by prediction and by observed entries.
 */
final class IntervalSection {
  private static final int NINETY = 4;

  private IntervalSection() {}

  static String of(TargetFacts t) {
    if (t.label().classes() != null) {
      return SetSection.of(t.label().classes());
    }
    if (t.held() == null || !t.held().canCalibrate()) {
      return "";
    }
    if (t.label().kind().isCount()) {
      return t.scores().length * 4 / 5 < Calibration.MIN_SCORES
          ? ""
          : overall(Coverage.ofScores(t.scores()), t.held());
    }
    HeldOutRows held = t.label().kind().logScale() ? t.held().logarithms() : t.held();
    Coverage all = Coverage.of(held, IntStream.range(0, held.size()).toArray());
    return Double.isNaN(all.gaussian()[0])
        ? ""
        : overall(all, held) + byPrediction(held, t.held(), all) + byObserved(held, all);
  }

  private static String overall(Coverage c, HeldOutRows held) {
    double[] shown = DoubleStream.concat(stream(c.gaussian()), stream(c.calibrated())).toArray();
    double low = Math.min(0.45, stream(shown).min().orElse(0)) - 0.02;
    double[] level = percents(c.level());
    double[] gaussian = percents(c.gaussian());
    double[] calibrated = percents(c.calibrated());
    String svg =
        Plot.ofCoverage(100 * Math.max(0, low), "labels inside, %")
            .line(level, gaussian, "c3 dashed")
            .points(
                level, gaussian, tips("before calibration", c.level(), c.gaussian()), "c3 solid")
            .line(level, calibrated, "c1")
            .points(level, calibrated, tips("calibrated", c.level(), c.calibrated()), "c1 solid")
            .svg("Actual against nominal coverage of intervals");
    return new Figure("Interval calibration", lead(held))
        .legend("c1", "calibrated")
        .legend("c3", "before calibration")
        .legend("idealkey", "nominal")
        .chart(svg)
        .table(table(c))
        .html();
  }

  private static DataTable table(Coverage c) {
    DataTable table = new DataTable("#Nominal", "#Calibrated", "#Before calibration");
    for (int k = 0; k < c.level().length; k++) {
      table.row(percent(c.level()[k]), percent(c.calibrated()[k]), percent(c.gaussian()[k]));
    }
    return table;
  }

  private static String lead(HeldOutRows held) {
    return "Fraction of "
        + count(held.size(), "held-out label")
        + " inside intervals of each level. Each "
        + (held.foldsSufficeForCalibration() ? "fold" : "part of them")
        + " is evaluated by a calibration made from the others. Nominal coverage holds for rows"
        + " drawn as these were, on average; for one missingness pattern only as far as"
        + " entries are missing at random.";
  }

  private static double[] percents(double[] fractions) {
    return stream(fractions).map(v -> 100 * v).toArray();
  }

  private static IntFunction<String> tips(String name, double[] level, double[] actual) {
    return k -> "%s\nnominal %s\nactual %s".formatted(name, percent(level[k]), percent(actual[k]));
  }

  private static String byObserved(HeldOutRows held, Coverage all) {
    return groups(
        held,
        all,
        held.quarters(),
        held::range,
        "Observed features",
        new Figure(
            "Coverage of 90 % intervals by number of observed features",
            "Rows by their number of observed features, grouped by quartile."
                + " Rows with few need wider intervals; the nominal coverage of each group is 90 %."));
  }

  private static String byPrediction(HeldOutRows held, HeldOutRows shown, Coverage all) {
    return held.byPrediction().length < 2
        ? ""
        : groups(
            held,
            all,
            held.byPrediction(),
            shown::predicted,
            "Predicted",
            new Figure(
                "Coverage of 90 % intervals by predicted size",
                "Rows by their prediction, in groups of equal size. Where errors grow with the"
                    + " prediction, intervals must grow too; the nominal coverage of each group is 90 %."));
  }

  private static String groups(
      HeldOutRows held,
      Coverage all,
      int[][] groups,
      Function<int[], String> name,
      String heading,
      Figure figure) {
    double low = 0.8;
    Coverage[] by = new Coverage[groups.length];
    for (int g = 0; g < groups.length; g++) {
      by[g] = Coverage.of(held, groups[g]);
      low = Math.min(low, by[g].calibrated()[NINETY] - 0.03);
    }
    RowChart chart =
        new RowChart(Axis.exact(100 * Math.max(0, low), 100, 4), "labels inside, %", 90);
    DataTable table = new DataTable(heading, "#Rows", "#Inside 90 %", "#Standard error");
    add(chart, table, "all rows", all.calibrated()[NINETY], held.size(), "c1");
    for (int g = 0; groups.length > 1 && g < groups.length; g++) {
      String shown = name.apply(groups[g]);
      add(chart, table, shown, by[g].calibrated()[NINETY], groups[g].length, "c1 hollow");
    }
    return figure
        .legend("refkey", "nominal")
        .chart(chart.html("Coverage of 90 % intervals by group"))
        .table(table)
        .html();
  }

  private static void add(
      RowChart chart, DataTable table, String name, double fraction, int n, String style) {
    double error = Math.sqrt(fraction * (1 - fraction) / n);
    String text = percent(fraction);
    String tip =
        "%s\n%s of %s inside\n± %s".formatted(name, text, count(n, "label"), percent(error));
    chart.dot(
        new RowChart.Dot(
            name,
            100 * fraction,
            100 * (fraction - error),
            100 * Math.min(1, fraction + error),
            text,
            style,
            tip));
    table.row(name, n, text, percent(error));
  }
}
