package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.reproduce.Theorem1;
import org.slrm.cli.reproduce.Theorem1.Draw;

/** Theorem 1's bound and the error it bounds, against n, for several m and γ. */
public final class Theorem1Plot {
  private record Line(String title, String style, double[] values) {}

  private final double[] rows;
  private final List<Line> lines = new ArrayList<>();

  private Theorem1Plot(List<Draw> draws) {
    rows = draws.stream().mapToDouble(Draw::rows).distinct().sorted().toArray();
    ToDoubleFunction<Draw> bound = Draw::bound;
    add(draws, "bound, m = 75, γ = 0.999", "c2", 0.75, 0.999, bound);
    add(draws, "m = 75, γ = 0.9", "c5", 0.75, 0.9, bound);
    add(draws, "m = 75, γ = 0.5", "c4", 0.75, 0.5, bound);
    add(draws, "m = 50, γ = 0.9", "c7 dashed", 0.5, 0.9, bound);
    add(draws, "m = 100, γ = 0.5", "c6 dashed", 1.0, 0.5, bound);
    add(draws, "labels' variance", "c1 dashed", 0.75, 0.9, Draw::labelVariance);
    add(draws, "error, m = 75, γ = 0.9", "c3", 0.75, 0.9, Draw::risk);
  }

  /** The picture as a file. */
  public static String svg(List<Draw> draws) {
    return new Theorem1Plot(draws).svg();
  }

  private void add(
      List<Draw> draws,
      String title,
      String style,
      double keep,
      double gate,
      ToDoubleFunction<Draw> of) {
    double[] values = new double[rows.length];
    for (int k = 0; k < rows.length; k++) {
      values[k] = Theorem1.mean(draws, (int) rows[k], keep, gate, of);
    }
    lines.add(new Line(title, style, values));
  }

  private String svg() {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Line line : lines) {
      for (double v : line.values()) {
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    }
    Axis x = Axis.logarithmic(rows[0], rows[rows.length - 1]);
    Plot plot = new Plot(x, "rows n", Axis.logarithmic(low, high), "squared error, K = 1");
    plot.xTicks(
        rows, java.util.Arrays.stream(rows).mapToObj(r -> NumberText.count((long) r)).toList());
    List<StandaloneSvg.LegendEntry> legend = new ArrayList<>();
    for (Line line : lines) {
      plot.line(rows, line.values(), line.style());
      legend.add(new StandaloneSvg.LegendEntry(line.style(), line.title()));
    }
    return StandaloneSvg.of(plot.svg("Theorem 1: its bound and the error"), legend);
  }
}
