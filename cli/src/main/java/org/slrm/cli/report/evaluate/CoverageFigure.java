package org.slrm.cli.report.evaluate;

import java.util.Arrays;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;

/** Actual coverage of intervals against the nominal one. */
final class CoverageFigure {
  private CoverageFigure() {}

  static String of(EvaluatedRows rows, int target, int[] labelled) {
    double[] level = EvaluatedRows.LEVELS;
    double[] actual = new double[level.length];
    for (int k = 0; k < level.length; k++) {
      int at = k;
      long in = Arrays.stream(labelled).filter(i -> rows.inside(i, target, at)).count();
      actual[k] = (double) in / labelled.length;
    }
    double low = Math.min(0.45, Arrays.stream(actual).min().orElse(0) - 0.02);
    double[] nominal = Arrays.stream(level).map(v -> 100 * v).toArray();
    double[] percent = Arrays.stream(actual).map(v -> 100 * v).toArray();
    Plot plot =
        Plot.ofCoverage(100 * Math.max(0, low), "labels inside, %").line(nominal, percent, "c1");
    DataTable table = new DataTable("#Nominal", "#Inside", "#Standard error");
    for (int k = 0; k < level.length; k++) {
      double error = Math.sqrt(actual[k] * (1 - actual[k]) / labelled.length);
      plot.errorBar(nominal[k], 100 * (actual[k] - error), 100 * (actual[k] + error), "c1");
      table.row(
          NumberText.percent(level[k]), NumberText.percent(actual[k]), NumberText.percent(error));
    }
    plot.points(
        nominal,
        percent,
        k ->
            "nominal %s\nactual %s"
                .formatted(NumberText.percent(level[k]), NumberText.percent(actual[k])),
        "c1 solid");
    return new Figure(
            "Interval calibration",
            "Share of "
                + NumberText.count(labelled.length, "label")
                + " inside the model's intervals of each level; "
                + NumberText.percent(actual[EvaluatedRows.NINETY])
                + " inside those of 90 %.")
        .legend("c1", "new rows")
        .legend("idealkey", "nominal")
        .chart(plot.svg("Actual against nominal coverage of intervals"))
        .table(table)
        .html();
  }
}
