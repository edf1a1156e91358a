package org.slrm.cli.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.feature.EffectCurve;
import org.slrm.cli.report.feature.EffectGrid;
import org.slrm.cli.report.feature.Spread;

/**
 * The effect of a numeric column: mean and band, the effect of "missing", and the distribution of
 * the data.
 */
final class EffectPlot {
  /** Fraction of the height for the distribution of the data. */
  static final double DATA = 0.14;

  /** Fraction of the width for "missing", and the position of its mark. */
  private static final double ASIDE = 0.2;

  private static final double MARK = 0.14;
  private static final int HEIGHT = 270;

  private EffectPlot() {}

  static String of(EffectCurve c, Axis y, String title) {
    double[] x = c.grid().values();
    double low = x[0];
    double wide = x[x.length - 1] - low;
    Spread missing = c.missing();
    Axis across = Axis.linear(low, low + wide * (missing == null ? 1 : 1 + ASIDE), 5);
    Plot plot = new Plot(across, Html.shorten(c.name(), 50), y, title, HEIGHT);
    data(plot, c.grid(), y);
    plot.segment(low, 0, low + wide, 0, "ideal", "");
    plot.area(x, ends(c, Spread::low), ends(c, Spread::high), "c1 band", "");
    double[] mean = ends(c, Spread::mean);
    plot.line(x, mean, "c1");
    plot.points(
        x,
        mean,
        k -> EffectSection.tip(c.label(k), c.effect().get(k)),
        x.length < EffectGrid.MAX_VALUES ? "c1 solid" : "c1 ghost");
    if (missing != null) {
      missing(plot, missing, low + wide * (1 + MARK), Axis.exact(low, low + wide, 5));
    }
    return plot.svg("Change of the prediction with " + c.name());
  }

  /** A separate mark beside the values. */
  private static void missing(Plot plot, Spread s, double at, Axis values) {
    plot.errorBar(at, s.low(), s.high(), "c2");
    String tip = EffectSection.tip("missing", s);
    plot.points(new double[] {at}, new double[] {s.mean()}, k -> tip, "c2 solid");
    List<Double> ticks = values.ticks();
    List<String> labels = new ArrayList<>(ticks.stream().map(values::label).toList());
    labels.add("missing");
    DoubleStream positions = ticks.stream().mapToDouble(v -> v);
    plot.xTicks(DoubleStream.concat(positions, DoubleStream.of(at)).toArray(), labels);
  }

  /** Bars along the bottom. */
  private static void data(Plot plot, EffectGrid grid, Axis y) {
    double[] x = grid.values();
    int[] counts = grid.counts();
    double width = (x[x.length - 1] - x[0]) / counts.length;
    double largest = Arrays.stream(counts).max().orElse(1);
    double room = DATA * (y.high() - y.low());
    for (int b = 0; b < counts.length; b++) {
      double from = x[0] + b * width;
      String tip =
          String.format(
              "%s\nfrom %s to %s",
              NumberText.count(counts[b], "row"),
              NumberText.number(from),
              NumberText.number(from + width));
      plot.box(from, y.low(), from + width, y.low() + room * counts[b] / largest, "where", tip);
    }
  }

  private static double[] ends(EffectCurve c, ToDoubleFunction<Spread> which) {
    return c.effect().stream().mapToDouble(which).toArray();
  }
}
