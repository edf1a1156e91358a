package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.NumberText.number;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.EffectCurve;
import org.slrm.cli.report.feature.Spread;

/** Effects of the columns with the largest contributions, all on one scale. */
final class EffectSection {
  private EffectSection() {}

  static String of(TargetFacts t) {
    List<EffectCurve> curves = t.features().effects();
    if (curves.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder(lead(curves.get(0).rows()));
    String title = t.label().effect(t.name());
    Axis change = change(curves);
    for (EffectCurve c : curves) {
      String chart =
          c.grid().isNumber() ? EffectPlot.of(c, change, title) : levels(c, change, title);
      out.append(new Figure(c.name(), summary(c)).chart(chart).table(table(c)).html());
    }
    return out.toString();
  }

  private static String lead(int rows) {
    return "<p class=\"setup wide\">How the prediction changes if one column takes another value and "
        + "all else in the row stays as it is, against the row's mean over the values drawn. Lines "
        + "are means over "
        + NumberText.count(rows, "row")
        + ", bands hold 80 % of the rows: a wide band means that the effect depends on other "
        + "columns. Grey is where the data are. All on one scale.</p>";
  }

  /** A common axis, so that sizes can be compared. */
  private static Axis change(List<EffectCurve> curves) {
    double[] ends =
        curves.stream()
            .flatMap(EffectSection::spreads)
            .flatMapToDouble(s -> Arrays.stream(new double[] {s.low(), s.mean(), s.high()}))
            .toArray();
    double low = Arrays.stream(ends).min().orElse(0);
    double high = Arrays.stream(ends).max().orElse(1);
    return Axis.linear(low - EffectPlot.DATA * (high - low), high, 5);
  }

  private static Stream<Spread> spreads(EffectCurve c) {
    Spread missing = c.missing();
    Stream<Spread> known = c.effect().stream();
    return missing == null ? known : Stream.concat(known, Stream.of(missing));
  }

  private static String levels(EffectCurve c, Axis y, String title) {
    RowChart chart = new RowChart(y, title, 0);
    for (int k = 0; k < c.effect().size(); k++) {
      chart.dot(dot(c.label(k), c.effect().get(k), "c1"));
    }
    Spread missing = c.missing();
    if (missing != null) {
      chart.dot(dot("missing", missing, "c2"));
    }
    return chart.html("Change of the prediction with the levels of " + c.name());
  }

  private static RowChart.Dot dot(String name, Spread s, String style) {
    String text = number(s.mean());
    return new RowChart.Dot(name, s.mean(), s.low(), s.high(), text, style, tip(name, s));
  }

  private static String summary(EffectCurve c) {
    Comparator<Integer> byMean = Comparator.comparingDouble(k -> c.effect().get(k).mean());
    int low = IntStream.range(0, c.effect().size()).boxed().min(byMean).orElse(0);
    int high = IntStream.range(0, c.effect().size()).boxed().max(byMean).orElse(0);
    double missing = c.grid().missing();
    return "From %s to %s.%s"
        .formatted(
            at(c, low),
            at(c, high),
            missing > 0 ? " Missing in " + NumberText.percent(missing) + " of the rows." : "");
  }

  private static String at(EffectCurve c, int k) {
    return number(c.effect().get(k).mean()) + " at " + Html.shorten(c.label(k), 30);
  }

  private static DataTable table(EffectCurve c) {
    String first = c.grid().isNumber() ? "#Value" : "Level";
    DataTable out = new DataTable(first, "#Mean change", "#10th percentile", "#90th percentile");
    for (int k = 0; k < c.effect().size(); k++) {
      row(out, c.label(k), c.effect().get(k));
    }
    Spread missing = c.missing();
    if (missing != null) {
      row(out, "missing", missing);
    }
    return out;
  }

  private static void row(DataTable table, String name, Spread s) {
    table.row(name, s.mean(), s.low(), s.high());
  }

  static String tip(String name, Spread s) {
    return "%s\nchange %s\n80 %% of the rows from %s to %s"
        .formatted(name, number(s.mean()), number(s.low()), number(s.high()));
  }
}
